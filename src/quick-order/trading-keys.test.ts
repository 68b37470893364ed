import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { AccountView, Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { compare, price, type Size, size, ZERO } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { reservedFor, sameKey } from '../../contract/key.ts'
import { ACTIVE, LIVE, type MarketRef } from '../../contract/market-ref.ts'
import { addsExposure, requestedOrderOf } from '../../contract/requested-order.ts'
import type { KeysMode } from '../../contract/safety-locks.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { type Command, commandForPress, type Press, runCommand } from '../commands/index.ts'
import { press } from '../commands/testing/press.ts'
import { type KeysPort, ORDER_KEYS } from './key-table.ts'
import { restingOrders } from './own-orders.ts'
import { changed, enter, newPreview, type Preview, priced } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import { instrument, scalarQuickOrderAt } from './testing/scalar-hand.ts'
import { tradingCommands } from './trading-keys.ts'
import { atOnce } from './trading-keys.tsx'

const OUTCOME: MarketRef = { family: 'outcome', outcomeId: 7, side: 0 }
const order = (oid: string): Order => ({
  oid,
  cloid: null,
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.00'),
  size: size('1'),
  filled: size('0'),
  tif: 'GTC',
  reduceOnly: false,
  status: 'resting',
  statusText: 'resting',
  time: millis(1),
})
const accountWith = (held: Size | null): AccountView =>
  ({
    positions: held === null ? [] : [{ family: 'scalar', asset: 'NYCTMP1', size: held }],
    money: { available: null },
  }) as unknown as AccountView

function portWith(more: Partial<KeysPort> = {}) {
  const spies = {
    show: vi.fn(),
    send: vi.fn(),
    cancel: vi.fn(),
    cancelAll: vi.fn(),
    flatten: vi.fn(),
    showPreviewAction: vi.fn(),
    close: vi.fn(),
    askExits: vi.fn(),
    askOfRow: vi.fn(),
    reverse: vi.fn(),
    arm: vi.fn(),
    choosePreset: vi.fn(),
  }
  const port: KeysPort = {
    mode: null,
    market: { ref: LIVE, asset: 'NYCTMP1', sizeDecimals: 4 },
    account: accountWith(size('5')),
    hasPlan: false,
    orders: [order('1')],
    preset: 3,
    ...spies,
    ...more,
  }
  return { port, commands: tradingCommands(port), ...spies }
}
const nowhere = { inText: false, inDialog: false, panel: null }

describe('the trading keys', () => {
  it('have unique keys that nothing else uses', () => {
    const keys = portWith().commands.flatMap(({ keys: own = [] }) => own)
    expect(keys.map(reservedFor).filter((why) => why !== null)).toEqual([])
    expect(keys.every((key, at) => keys.findIndex((one) => sameKey(one, key)) === at)).toBe(true)
  })

  it('are off until armed, except for cancels and the exit form, which sends nothing by itself', () => {
    const { commands } = portWith()
    const taken = commands.filter(
      ({ keys = [] }) =>
        keys[0] !== undefined &&
        'code' in keys[0] &&
        commandForPress(
          commands,
          press(keys[0].code, {
            shiftKey: keys[0].shift === true,
            altKey: keys[0].alt === true,
            ctrlKey: keys[0].mod === true,
          }),
          nowhere,
          false,
        ) !== null,
    )
    expect(taken.map(({ id }) => id)).toEqual([
      'trade/exits',
      'trade/cancel/last',
      'trade/cancel/buys',
      'trade/cancel/sells',
      'trade/cancel/all',
      'trade/arm/preview',
    ])
  })

  it('preview the order or send it at once, depending on the arming mode', () => {
    const shows = portWith({ mode: 'preview' })
    const sends = portWith({ mode: 'at_once' })
    for (const { commands } of [shows, sends]) {
      for (const { id } of ORDER_KEYS) runCommand(commands.find((one) => one.id === `trade/${id}`) as never, 'key')
    }
    expect([shows.show.mock.calls.length, shows.send.mock.calls.length]).toEqual([ORDER_KEYS.length, 0])
    expect([sends.show.mock.calls.length, sends.send.mock.calls.length]).toEqual([0, ORDER_KEYS.length])
    expect(shows.show.mock.calls[0]).toEqual([
      'keys',
      LIVE,
      { side: 'buy', size: '10', price: { kind: 'quote', quote: 'bid' }, tif: 'GTC', reduceOnly: false, exits: null },
    ])
  })

  it('chosen in the palette only preview the order, like a typed one', () => {
    for (const mode of [null, 'preview', 'at_once'] as const) {
      const { commands, show, send, flatten } = portWith({ mode })
      for (const command of commands.filter(({ onKey }) => onKey !== undefined)) runCommand(command)
      expect(flatten.mock.calls).toEqual([['show']])
      expect(send).not.toHaveBeenCalled()
      expect(show.mock.calls.map(([origin]) => origin)).toEqual(Array.from({ length: 10 }, () => 'line'))
    }
  })

  it.each([
    [
      'trade/buy/join',
      { ref: OUTCOME, asset: '#70', sizeDecimals: 0 },
      'Post-only and reduce-only are not available for shares.',
    ],
    [
      'trade/buy/bid',
      { ref: ACTIVE, asset: 'NYCBIN1', sizeDecimals: 0 },
      'Binary markets take predictions only: predict up 25, or predict down 25 @ 0.45. You confirm the venue’s estimate.',
    ],
    ['trade/half', { ref: ACTIVE, asset: 'NYCBIN1', sizeDecimals: 0 }, 'No position in this market'],
    ['trade/half', { ref: LIVE, asset: 'NYCTMP9', sizeDecimals: 4 }, 'No position in this market'],
    ['trade/sell/mid', undefined, 'No panel shows a market'],
    ['trade/sell/mid', null, 'Loading the market'],
    ['trade/cancel/sells', { ref: LIVE, asset: 'NYCTMP1', sizeDecimals: 4 }, 'No such open order in this market'],
  ] as const)('%s shows why it is not possible', (id, market, text) => {
    const { commands } = portWith({ mode: 'preview', market })
    expect(commands.find((one) => one.id === id)?.impossible).toContain(text)
  })
})

describe('the keys of other previews', () => {
  const named = (commands: readonly Command[], id: string) => commands.find((one) => one.id === id) as Command

  it.each([
    ['preview', 'trade/half', [['keys', LIVE, { kind: 'close', much: { of: 'half' } }]], []],
    ['at_once', 'trade/close', [], [[LIVE, { of: 'all' }]]],
    ['preview', 'trade/reverse', [['keys', LIVE, { kind: 'reverse' }]], []],
    ['at_once', 'trade/reverse', [], [[LIVE]]],
    ['preview', 'trade/stop', [['keys', LIVE, { kind: 'exit', role: 'stop', price: { kind: 'away' } }]], []],
    ['at_once', 'trade/target', [['keys', LIVE, { kind: 'exit', role: 'target', price: { kind: 'away' } }]], []],
    ['preview', 'trade/orders', [['keys', LIVE, { kind: 'orders' }]], []],
    ['at_once', 'trade/orders', [['keys', LIVE, { kind: 'orders' }]], []],
  ] as const)('armed to %s, the key of %s', (mode, id, shown, reversed) => {
    const { commands, showPreviewAction, close, reverse } = portWith({ mode })
    runCommand(named(commands, id), 'key')
    expect([showPreviewAction.mock.calls, [...close.mock.calls, ...reverse.mock.calls]]).toEqual([shown, reversed])
  })

  it('are off until armed, and preview when chosen in a list, like typed ones', () => {
    const { commands, showPreviewAction, reverse } = portWith()
    for (const id of ['trade/reverse', 'trade/orders']) {
      expect(named(commands, id).keysOff).toBe(true)
      runCommand(named(commands, id))
    }
    expect(showPreviewAction.mock.calls.map(([origin]) => origin)).toEqual(['line', 'line'])
    expect(reverse).not.toHaveBeenCalled()
  })

  it.each([
    ['trade/reverse', { account: null }, 'Loading the account'],
    ['trade/reverse', { account: accountWith(null) }, 'No position in this market'],
    ['trade/orders', { orders: null }, 'Loading orders'],
    ['trade/orders', { orders: [] }, 'No open orders in this market'],
    ['trade/orders', { market: undefined }, 'No panel shows a market'],
  ] as const)('%s shows why it is not possible', (id, more, text) => {
    expect(named(portWith(more).commands, id).impossible).toContain(text)
  })

  it.each([
    ['trade/buy/cross', 'UP'],
    ['trade/sell/cross', 'DOWN'],
  ] as const)('in a binary market %s predicts %s, previewed in every arming mode', (id, direction) => {
    const market = { ref: ACTIVE, asset: 'NYCBIN1', sizeDecimals: 0 }
    for (const mode of ['preview', 'at_once'] as const) {
      const { commands, showPreviewAction, send } = portWith({ mode, market })
      runCommand(named(commands, id), 'key')
      expect(showPreviewAction.mock.calls).toEqual([
        ['keys', ACTIVE, { kind: 'predict', direction, amount: '50', worst: null }],
      ])
      expect(send).not.toHaveBeenCalled()
    }
  })
})

describe('a cancel', () => {
  const action = (oid: string | null, state: string) =>
    ({
      intent: {
        kind: 'place',
        asset: 'NYCTMP1',
        side: 'buy',
        price: '571',
        size: '1',
        tif: 'GTC',
        reduceOnly: false,
        exits: null,
      },
      state,
      oid,
      cloid: null,
      createdAt: 5,
    }) as unknown as ActionRecord

  it('includes an order that was just sent before any read has shown it', () => {
    const known = restingOrders(
      [order('1')],
      [action('1', 'resting'), action('2', 'resting'), action('3', 'filled'), action(null, 'sent')],
    )
    expect(known.map(({ oid }) => oid)).toEqual(['1', '2'])
  })

  it('of everything is sent even when no order is known', () => {
    const { commands, cancelAll } = portWith({ orders: null })
    runCommand(commands.find(({ id }) => id === 'trade/cancel/all') as never, 'key')
    expect(cancelAll.mock.calls).toEqual([['NYCTMP1']])
  })
})

/** Any event at a window, in any order. */
type Step =
  | { readonly do: 'press'; readonly press: Press; readonly inText: boolean; readonly inDialog: boolean }
  | { readonly do: 'blur' | 'disarm' | 'elapse' | 'turn-stale' | 'turn-fresh' | 'arm-window' | 'disarm-window' }
  | { readonly do: 'arm'; readonly mode: KeysMode }
  | { readonly do: 'quote'; readonly bid: string }
  | { readonly do: 'choose'; readonly at: number }

const codes = [
  'KeyQ',
  'KeyW',
  'KeyE',
  'KeyR',
  'KeyT',
  'KeyA',
  'KeyG',
  'KeyH',
  'KeyX',
  'KeyC',
  'Digit3',
  'Enter',
  'Enter',
  'Enter',
  'ArrowUp',
  'ArrowLeft',
  'Escape',
]
const flag = (weight: number) => fc.nat(weight).map((one) => one === 0)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      press: fc
        .record({
          code: fc.constantFrom(...codes),
          shiftKey: flag(5),
          altKey: flag(5),
          ctrlKey: flag(9),
          repeat: flag(6),
          isComposing: flag(9),
        })
        .map(({ code, ...held }) => press(code, held)),
      inText: flag(4),
      inDialog: flag(7),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('preview' as const, 'at_once' as const).map((mode) => ({ do: 'arm' as const, mode })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'blur' as const,
        'disarm' as const,
        'elapse' as const,
        'turn-stale' as const,
        'turn-fresh' as const,
        'arm-window' as const,
        'disarm-window' as const,
      )
      .map((one) => ({ do: one })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 57_000, max: 57_300 })
      .map((cents) => ({ do: 'quote' as const, bid: (cents / 100).toFixed(2) })),
  },
  { weight: 1, arbitrary: fc.nat(28).map((at) => ({ do: 'choose' as const, at })) },
)

/** Deliberate trader actions, so that orders do get sent. */
const typed = (code: string): Step => ({ do: 'press', press: press(code), inText: false, inDialog: false })
const phrases: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 3, arbitrary: steps.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('KeyQ', 'KeyW', 'KeyE', 'KeyA', 'KeyS', 'KeyT'), fc.constantFrom(1, 2))
      .map(([code, enters]) => [typed(code), ...Array.from({ length: enters }, () => typed('Enter'))]),
  },
)

const ARMED_MS = 600_000

describe('any sequence of keys with any focus', () => {
  it('sends nothing that was not previewed or armed, nor on stale prices without a second Enter that confirms the age; cancels are always sent', () => {
    let [sentAtAll, cancelledAtAll, confirmedStale] = [0, 0, 0]
    fc.assert(
      fc.property(fc.array(phrases, { maxLength: 60 }), (all) => {
        let now = 0
        let keys: { readonly mode: KeysMode; readonly until: number } | null = null
        let windowArmed = true
        let stale = false
        let bid = '571.48'
        let preset = 3
        let preview: Preview | null = null
        let count = 0
        /** The last question of the preview, and its order. */
        let reported: string | null = null
        const mode = (): KeysMode | null => (keys !== null && now < keys.until ? keys.mode : null)
        const permission = () =>
          windowArmed ? ({ orders: 'any' } as const) : ({ orders: 'reducing', reason: 'not armed' } as const)
        const facts = () => scalarQuickOrderAt(price(bid))
        const age = () => (stale ? '4 s old' : null)

        const sent = (intent: Intent, by: 'preview' | 'at_once' | 'line'): void => {
          sentAtAll += 1
          const adds = addsExposure(intent)
          if (adds) expect(windowArmed).toBe(true)
          if (by === 'at_once') {
            expect(mode()).toBe('at_once')
            if (adds) expect(stale).toBe(false)
            return
          }
          const { order: shown } = preview as Preview
          const request = requestedOrderOf(intent)
          expect([request?.side, request?.size]).toEqual([shown?.side, shown?.size])
          expect(compare(request?.worst ?? ZERO, shown?.price ?? ZERO)).toBe(0)
          if (adds && stale) {
            confirmedStale += 1
            expect(reported).toContain('4 s old')
          }
        }
        const show = (origin: 'line' | 'keys', market: MarketRef, request: Preview['asked']): void => {
          count += 1
          reported = null
          const { hand, quotes } = facts()
          preview = priced(newPreview(count, origin, market, request), { instrument, quotes, hand })
        }
        const commands = () =>
          tradingCommands({
            ...portWith().port,
            mode: mode(),
            preset,
            choosePreset: (number) => {
              preset = number
            },
            show,
            send: (market, request) => {
              const { hand, quotes } = facts()
              const does = atOnce(
                market,
                request,
                { instrument, quotes, hand },
                { permission: permission(), stale: age() },
              )
              if (does.does === 'send') sent(does.intent, 'at_once')
              if (does.does === 'show') show('keys', market, request)
            },
            cancel: (orders) => {
              cancelledAtAll += orders.length
            },
            cancelAll: () => {
              cancelledAtAll += 1
            },
            arm: () => undefined,
          })
        const onPreview = (one: Press): void => {
          if (preview === null || one.isComposing || one.ctrlKey || one.altKey) return
          if (one.code === 'Escape') preview = null
          else if (one.code === 'Enter') {
            if (one.repeat) return
            const { hand } = facts()
            const plan = preview.order === null ? { intent: null, issue: null, figures: [] } : hand.plan(preview.order)
            const does = enter(preview, {
              plan,
              asset: 'NYCTMP1',
              permission: permission(),
              stale: age(),
              far: null,
              duplicate: null,
            })
            if (does.does === 'ask') {
              reported = does.text
              preview = { ...preview, question: does.key }
            }
            // Main requires armed keys for orders sent by key.
            if (does.does === 'send' && (preview.origin === 'line' || mode() !== null || !addsExposure(does.intent))) {
              sent(does.intent, preview.origin === 'line' ? 'line' : 'preview')
              preview = null
            }
          } else {
            const change = changeOf({ key: one.key, code: one.code, shiftKey: one.shiftKey }, LIVE)
            if (change !== null) preview = changed(preview, change, instrument.tick)
          }
        }
        for (const step of all.flat()) {
          switch (step.do) {
            case 'press': {
              const { inText, inDialog } = step
              // The focus is in a field or a dialog: the preview lost it, and is gone.
              if (inText || inDialog) preview = null
              const before = [sentAtAll, cancelledAtAll]
              const command = commandForPress(commands(), step.press, { inText, inDialog, panel: null }, false)
              if (command !== null) runCommand(command, 'key')
              else onPreview(step.press)
              if (inText || inDialog || step.press.repeat || step.press.isComposing) {
                expect([sentAtAll, cancelledAtAll]).toEqual(before)
              }
              break
            }
            case 'choose': {
              const chosen = commands()[step.at]
              const before = sentAtAll
              if (chosen !== undefined) runCommand(chosen)
              expect(sentAtAll).toBe(before)
              break
            }
            case 'blur':
              preview = null
              break
            case 'disarm':
              keys = null
              break
            case 'arm':
              keys = { mode: step.mode, until: now + ARMED_MS }
              break
            case 'elapse':
              now += ARMED_MS
              break
            case 'turn-stale':
            case 'turn-fresh':
              stale = step.do === 'turn-stale'
              break
            case 'arm-window':
            case 'disarm-window':
              windowArmed = step.do === 'arm-window'
              break
            case 'quote':
              bid = step.bid
              break
          }
        }
      }),
      { seed: SEED, numRuns: runs(400, 20_000) },
    )
    // A property whose cases are never reached proves nothing.
    expect([sentAtAll > 50, cancelledAtAll > 10, confirmedStale > 0]).toEqual([true, true, true])
  })

  it('a window that is disarmed, or shows stale prices, still cancels and reduces, and adds no exposure by any command', () => {
    fc.assert(
      fc.property(fc.nat(28), fc.boolean(), fc.constantFrom(null, 'preview', 'at_once'), (at, windowArmed, mode) => {
        const { hand, quotes } = scalarQuickOrderAt(price('571.48'))
        const out: Intent[] = []
        const shown: string[] = []
        const { commands, cancel, close } = portWith({
          mode,
          show: (origin) => shown.push(origin),
          send: (market, request) => {
            const permission = windowArmed
              ? ({ orders: 'any' } as const)
              : ({ orders: 'reducing', reason: 'not armed' } as const)
            const does = atOnce(
              market,
              request,
              { instrument, quotes, hand },
              { permission, stale: windowArmed ? '4 s old' : null },
            )
            if (does.does === 'send') out.push(does.intent)
          },
        })
        const command = commands[at]
        if (command === undefined) return
        runCommand(command, 'key')
        expect(out.filter(addsExposure)).toEqual([])
        if (mode === 'at_once' && /^trade\/(half|close)$/.test(command.id)) expect(close).toHaveBeenCalledOnce()
        if (command.id === 'trade/cancel/last') expect(cancel).toHaveBeenCalledOnce()
      }),
      { seed: SEED },
    )
  })
})
