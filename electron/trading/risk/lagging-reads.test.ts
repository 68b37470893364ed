import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountView, Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { type Size, size } from '../../../contract/decimal.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Side } from '../../../contract/market.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { StoredAction } from '../../storage/index.ts'
import { createExposure } from './exposure.ts'

const LIMIT = 600
const ASSET = 'NYCTMP1'
const ACCOUNT = '0x01'
/** Reads may show the account as of this long ago, ms. */
const LAG = 10_000

type Kind = 'ioc' | 'rest' | 'reduce' | 'close'

/** An account at a venue, and the terminal's exposure by lagging reads of it. */
function openLaggingVenue() {
  let now = 0
  let position = 0
  const history = [{ at: -LAG, position: 0 }]
  const actions = new Map<string, StoredAction>()
  const changes = new Listeners<[action: StoredAction]>()
  const reads = new Listeners()
  let last: { value: AccountView; began: number } | null = null
  const exposure = createExposure({
    actionLog: {
      live: () => [...actions.values()].filter(({ state }) => !isFinal(state)),
      all: () => actions.values(),
      get: (id: string) => actions.get(id) ?? null,
      onChange: changes.on,
    },
    clock: { monotonic: () => now, now: () => now },
    lastAccount: () => last,
    onAccount: reads.on,
    openOrders: (): readonly Order[] => [],
    limits: () => ({ position: size(String(LIMIT)) }),
  } as unknown as Parameters<typeof createExposure>[0])
  const viewAt = (at: number): AccountView => {
    const shown = history.findLast((one) => one.at <= at)?.position ?? 0
    const rows = shown === 0 ? [] : [{ asset: ASSET, size: String(shown) }]
    return { address: ACCOUNT, positions: rows } as unknown as AccountView
  }
  /** The venue's state of each sent order. */
  const sent = new Map<
    string,
    { side: Side; left: number; filled: number; notified: number; isOver: boolean; reduces: boolean }
  >()
  const put = (id: string, change: Partial<StoredAction>): void => {
    const action = { ...actions.get(id), ...change } as StoredAction
    actions.set(id, action)
    changes.notify(action)
  }

  return {
    pass(ms: number): void {
      now += ms
    },
    position: () => position,
    read(lag: number): void {
      last = { value: viewAt(now - lag), began: now }
      reads.notify()
    },
    /** Requests an order, which is sent unless the limit refuses it. */
    ask(kind: Kind, side: Side, amount: number): boolean {
      const id = `a${actions.size}`
      const reduces = kind === 'reduce' || kind === 'close'
      const close = {
        kind: 'close',
        asset: ASSET,
        position: side === 'sell' ? 'long' : 'short',
        size: null,
        protection: {},
      }
      const place = {
        kind: 'place',
        asset: ASSET,
        side,
        size: String(amount),
        price: '571',
        tif: 'GTC',
        reduceOnly: reduces,
      }
      const ids = { id, account: ACCOUNT, oid: id, cloid: null, filled: null, prepared: null, updatedAt: now }
      put(id, { ...ids, state: 'drafted', steps: [], intent: kind === 'close' ? close : place } as never)
      const refusal = exposure.positionRefusal(id)
      if (refusal !== null) {
        put(id, { state: 'refused' })
        return false
      }
      put(id, { state: 'sent', steps: [{ state: 'sent', at: now, detail: null }] } as never)
      const left = kind === 'close' ? Number.POSITIVE_INFINITY : amount
      sent.set(id, { side, left, filled: 0, notified: 0, isOver: kind === 'ioc' || kind === 'close', reduces })
      if (kind === 'ioc' || kind === 'close') this.fill(id, amount)
      return true
    },
    /** A part of an order trades. */
    fill(id: string, most: number): void {
      const order = sent.get(id)
      if (order === undefined) return
      const sign = order.side === 'buy' ? 1 : -1
      const reducible = Math.max(0, -sign * position)
      const amount = Math.min(most, order.left, order.reduces ? reducible : most)
      order.left -= amount
      order.filled += amount
      position += sign * amount
      history.push({ at: now, position })
    },
    /** The terminal learns how far an order has filled, and that it is over once it is. */
    hear(id: string): void {
      const order = sent.get(id)
      if (order === undefined) return
      const isOver = order.isOver || order.left === 0
      order.notified = order.filled
      const filled = String(order.filled) as Size
      put(id, { filled, state: isOver ? (order.left === 0 ? 'filled' : 'cancelled') : 'partly_filled' })
      if (isOver) sent.delete(id)
    },
    ids: () => [...sent.keys()],
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6_000 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('read' as const), lag: fc.integer({ min: 0, max: LAG - 1 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      kind: fc.constantFrom<Kind>('ioc', 'ioc', 'rest', 'reduce', 'close'),
      side: fc.constantFrom<Side>('buy', 'sell'),
      amount: fc.constantFrom(100, 200, 400, 600),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fill' as const), which: fc.nat(4), amount: fc.constantFrom(50, 100, 400) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hear' as const), which: fc.nat(4) }) },
)

it('no position exceeds its limit while account reads lag by up to ten seconds, each by its own lag', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const venue = openLaggingVenue()
      venue.read(0)
      for (const one of steps) {
        const ids = venue.ids()
        const id = 'which' in one ? (ids[one.which % Math.max(1, ids.length)] ?? '') : ''
        if (one.do === 'pass') venue.pass(one.ms)
        if (one.do === 'read') venue.pass(1)
        if (one.do === 'read') venue.read(one.lag)
        if (one.do === 'ask') venue.ask(one.kind, one.side, one.amount)
        if (one.do === 'fill') venue.fill(id, one.amount)
        if (one.do === 'hear') venue.hear(id)
        expect(Math.abs(venue.position())).toBeLessThanOrEqual(LIMIT)
      }
    }),
    { numRuns: runs(2_000, 100_000) },
  )
})

it('a fill no longer counts once the position moved by it, without a wait', () => {
  const venue = openLaggingVenue()
  venue.read(0)
  for (let number = 0; number < 6; number++) {
    expect(venue.ask('ioc', 'buy', 100), `order ${number}`).toBe(true)
    for (const id of venue.ids()) venue.hear(id)
    venue.pass(500)
    venue.read(0)
  }
  expect(venue.ask('ioc', 'buy', 100)).toBe(false)
  expect(venue.position()).toBe(600)
})
