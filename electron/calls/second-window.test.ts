import type { WebContents } from 'electron'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { channelOf } from '../../contract/channels.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Answer, CallName } from '../../contract/ipc.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { LIVE } from '../../contract/market-ref.ts'
import type { SubmittedManually } from '../../contract/safety-locks.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { registerCalls } from '../ipc/index.ts'
import { createArming } from '../trading/index.ts'
import { LONG } from '../trading/testing/intents.ts'
import { BUY, openTradingSetup } from '../trading/testing/setup.ts'
import { createHandlers } from './handlers.ts'

vi.mock('electron', () => ({ clipboard: {}, ClipboardItem: class {} }))

const ASSET = BUY.asset
const ONE_CLICK: SubmittedManually = { kind: 'one_click', panel: 'ladder-1' }
const AT_ONCE: SubmittedManually = { kind: 'keys', mode: 'at_once' }
const HANDS: readonly SubmittedManually[] = [{ kind: 'form' }, ONE_CLICK, { kind: 'keys', mode: 'preview' }, AT_ONCE]
type WindowName = 'first' | 'second'

/** Main with its real calls, arming and trading, and two windows that call it with any input. 3 are held long. */
async function twoWindows() {
  const setup = await openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, throttleFills: 1000 }) })
  const { clock, trading, venue } = setup
  venue.position = '3' as never
  const arming = createArming({
    clock,
    practice: false,
    limits: () => ({ ...DEFAULT_LIMITS, arm: 'always' }),
    assetOf: () => ASSET,
    isStale: () => setup.stale,
  })
  const deployment = { trading, arming, profile: { name: 'model' } }
  const windows = { first: { id: 1 } as WebContents, second: { id: 2 } as WebContents }
  const part = new Proxy({}, { get: () => () => undefined })
  const handlers = createHandlers({
    ...{ notices: part, layouts: part, moves: part, workspaces: part, topicsOf: part, log: part },
    groups: { deploymentOf: () => deployment },
    deployments: { running: [{ deployment }] },
    settings: { current: { limits: DEFAULT_LIMITS } },
    userInput: { isPressed: () => true },
    windows: { nameOf: ({ id }: WebContents) => (id === 1 ? 'first' : 'second') },
  } as unknown as Parameters<typeof createHandlers>[0])
  const channels = new Map<string, (event: unknown, input: unknown) => Promise<Answer<unknown>>>()
  registerCalls(
    { handle: (channel, listener) => channels.set(channel, listener as never) },
    {
      windows: { has: () => true },
      handlers,
      // There is user input in every window: only arming is tested here.
      userInput: { prove: async (_window, question) => void question() },
      clock,
      log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    },
  )
  arming.focus('first', true)
  arming.focus('second', true)
  await clock.advanceAsync(11_000)
  let made = 0
  const call = async (from: WindowName, name: CallName, input: object): Promise<Answer<unknown>> => {
    const senderFrame = { url: 'app://ui/', detached: false, parent: null }
    const answered = channels.get(channelOf(name))?.({ sender: windows[from], senderFrame }, input)
    await clock.advanceAsync(12_000)
    return answered as Promise<Answer<unknown>>
  }
  const newId = (): string => {
    made += 1
    return setup.id(1000 + made)
  }
  /** Opening or adding orders that reached the venue. */
  const adding = (): number => venue.orders.filter(({ reduceOnly, side }) => !reduceOnly && side === 'buy').length
  const sold = (): number => venue.orders.filter(({ reduceOnly, side }) => !reduceOnly && side === 'sell').length
  return { setup, arming, call, newId, added: () => adding() + sold() }
}
type Main = Awaited<ReturnType<typeof twoWindows>>

const oidOfResting = ({ setup }: Main): string | null =>
  setup.venue.orders.find(({ status, side }) => status === 'resting' && side === 'buy')?.oid ?? null

/** A prediction's estimate that waits for the trader's confirmation. */
function estimateThatWaits({ setup }: Main): { actionId: string; estimateId: string } | null {
  const all = setup.trading.topics.view({ kind: 'actions' }) ?? []
  const one = all.find(({ code }) => code === 'awaiting_estimate')
  return one?.estimate == null ? null : { actionId: one.id, estimateId: one.estimate.id }
}

/** Every way in which a window may send what adds exposure, with each input that it may name. */
const PATHS = {
  submit: (main, by) => ['submit', { requestId: main.newId(), intent: BUY, by }],
  moveOrder: (main, by) => {
    const oid = oidOfResting(main)
    const to = { price: '570.40', size: '3.0000' }
    return oid === null ? null : ['moveOrder', { requestId: main.newId(), asset: ASSET, oid, ...to, by }]
  },
  retryMove: ({ setup }) => {
    const id = setup.trading.topics.view({ kind: 'moves' })?.find(({ state }) => state === 'not_replaced')?.id
    return id === undefined ? null : ['retryMove', { id }]
  },
  reversePosition: (main, by) => {
    const protection = { kind: 'worst', price: '568.00', bound: null }
    const close = { kind: 'close', asset: ASSET, position: 'long', size: null, protection }
    return ['reversePosition', { requestId: main.newId(), close, worst: '568.00', by }]
  },
  scale: (main, by) => {
    const orders = ['570.30', '570.20'].map((price) => ({ price, size: '1.0000' }))
    const terms = { kind: 'scale', tif: 'GTC', orders }
    return ['beginAlgo', { requestId: main.newId(), asset: ASSET, side: 'buy', reduceOnly: false, terms, by }]
  },
  resumeAlgo: ({ setup }) => {
    const id = setup.trading.topics.view({ kind: 'algos' })?.find(({ state }) => state === 'paused')?.id
    return id === undefined ? null : ['resumeAlgo', { id, most: null }]
  },
  confirmEstimate: (main) => {
    const request = estimateThatWaits(main)
    return request === null ? null : ['confirmEstimate', { ...request, accept: true }]
  },
} satisfies Record<string, (main: Main, by: SubmittedManually) => readonly [CallName, object] | null>
type Path = keyof typeof PATHS
/** A confirmation of an earlier request: by a form, with or without a click. */
const WITHOUT_HAND: ReadonlySet<Path> = new Set(['retryMove', 'resumeAlgo', 'confirmEstimate'])

const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constantFrom<Path>(...(Object.keys(PATHS) as Path[])),
      by: fc.constantFrom(...HANDS),
      from: fc.constantFrom<WindowName>('first', 'second'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'arm',
      'disarm',
      'armOneClick',
      'armKeys',
      'stale',
      'fresh',
      'waitingMove',
      'pausedAlgo',
      'estimate',
      'reduce' as const,
    ),
  },
)

describe('with any named input, and by any call', () => {
  it('a window or an input that is not armed sends nothing that adds exposure, and reductions always go through', async () => {
    const sent = new Map<Path, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 6, maxLength: 30 }), async (events) => {
        const main = await twoWindows()
        const { arming, setup, call, added } = main
        arming.arm('first')
        for (const one of events) {
          if (typeof one === 'string') {
            if (one === 'arm') arming.arm('first')
            if (one === 'disarm') arming.disarm('first', null)
            if (one === 'armOneClick') arming.armOneClick('first', ONE_CLICK.panel as never, LIVE)
            if (one === 'armKeys') arming.armKeys('first', 'at_once')
            if (one === 'stale' || one === 'fresh') setup.stale = one === 'stale'
            if (one === 'waitingMove') await leaveAMoveWaiting(main)
            if (one === 'pausedAlgo') await pauseAnAlgo(main)
            if (one === 'estimate') await leaveAnEstimateWaiting(main)
            if (one === 'reduce') await reduces(main)
            continue
          }
          const made = PATHS[one.call](main, one.by)
          if (made === null) continue
          const view = arming.view(one.from)
          const isArmed = view.armedUntil !== null
          const hot = WITHOUT_HAND.has(one.call) ? 'form' : one.by.kind
          const isHot =
            hot === 'form' ||
            (hot === 'one_click'
              ? view.oneClick.some(({ armedUntil }) => armedUntil !== null)
              : view.keys.mode !== null)
          const isBlind = setup.stale && (hot === 'one_click' || (hot === 'keys' && one.by === AT_ONCE))
          const before = added()
          const [name, input] = made
          // A close is filled, and everything else rests.
          setup.venue.behaviour = one.call === 'reversePosition' ? 'fill' : 'rest'
          await call(one.from, name, input)
          // Automatic continuations do not belong to the next call.
          for (const { id, state } of setup.trading.topics.view({ kind: 'algos' }) ?? []) {
            if (state === 'working') setup.trading.algos.stop(id, false)
          }
          if (added() > before) sent.set(one.call, (sent.get(one.call) ?? 0) + 1)
          if (!isArmed || !isHot || isBlind) expect(added(), JSON.stringify(one)).toBe(before)
        }
      }),
      { numRuns: runs(80, 2000), seed: SEED },
    )
    // Nor for lack of orders.
    expect([...sent.keys()].toSorted()).toEqual(Object.keys(PATHS).toSorted())
  })

  /** From the window that is never armed, by every input. */
  async function reduces(main: Main): Promise<void> {
    const { setup, call, newId } = main
    Object.assign(setup.venue, { behaviour: 'rest', faults: {} })
    for (const by of HANDS) {
      const before = setup.venue.orders.length
      const requestId = newId()
      const position = signOf(setup.venue.position)
      if (position === 0) return
      const order = position > 0 ? { side: 'sell', price: '571.50' } : { side: 'buy', price: '570.10' }
      const intent = { ...BUY, ...order, size: '0.1000', reduceOnly: true }
      await call('second', 'submit', { requestId, intent, by })
      expect(setup.venue.orders.length, JSON.stringify(by)).toBe(before + 1)
      const oid = setup.venue.orders.at(-1)?.oid
      await call('second', 'submit', {
        requestId: newId(),
        intent: { kind: 'cancel', asset: ASSET, oid, cloid: null },
        by,
      })
      // The venue may have filled it meanwhile: what counts is that the cancel came.
      expect(setup.venue.calls).toContainEqual({ route: 'prepare', what: expect.objectContaining({ oid }) })
    }
  }

  /** One whose order was canceled, and whose new one was blocked by then. */
  async function leaveAMoveWaiting(main: Main): Promise<void> {
    const { setup, newId } = main
    setup.venue.behaviour = 'rest'
    void setup.trading.submit(newId(), { ...BUY, price: '570.60' as never })
    await setup.clock.advanceAsync(12_000)
    const oid = oidOfResting(main)
    if (oid === null) return
    const isOpen = () => setup.venue.order(oid).status === 'resting'
    const request = { requestId: newId(), asset: ASSET, oid, price: '570.40' as never, size: '2.0000' as never }
    const barred = { code: 'not_armed', message: 'Not any more.', field: null } as const
    const requested = setup.trading.moveOrder(request, () => (isOpen() ? null : barred)).catch(() => undefined)
    await setup.clock.advanceAsync(12_000)
    await requested
  }

  /** For an action requested by any armed window: what counts is who confirms it. */
  async function leaveAnEstimateWaiting(main: Main): Promise<void> {
    if (estimateThatWaits(main) !== null) return
    const { setup, newId } = main
    setup.venue.lifetime = null
    void setup.trading.submit(newId(), LONG)
    await setup.clock.advanceAsync(1_000)
    setup.venue.lifetime = 30_000
  }

  async function pauseAnAlgo({ setup, newId }: Main): Promise<void> {
    const terms = { kind: 'slices', total: '2.0000', slices: 2, every: 5, worst: '571.20', how: 'cross', requotes: 0 }
    const requestId = newId()
    const order = { requestId, asset: ASSET, side: 'buy', reduceOnly: false, terms, by: { kind: 'form' } }
    const begun = setup.trading.algos.begin(order as never, () => null).catch(() => null)
    await setup.clock.advanceAsync(1_000)
    if ((await begun) !== null) setup.trading.algos.pause(requestId)
    await setup.clock.advanceAsync(12_000)
  }
})
