import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { price } from '../../contract/decimal.ts'
import type { PositionCloseKind } from '../../contract/position-close.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { ASSET, openPositionCloses } from './testing/setup.ts'

const ASSETS = [ASSET, 'NYCTMP1'] as const
type Asset = (typeof ASSETS)[number]
type Setup = ReturnType<typeof openPositionCloses>
/** Who trades. */
const BY = ['hand', 'stop', 'stranger', 'liquidation'] as const
type By = (typeof BY)[number]
const KIND: Readonly<Record<By, PositionCloseKind | 'by_hand'>> = {
  hand: 'by_hand',
  stop: 'stopped',
  stranger: 'closed_elsewhere',
  liquidation: 'liquidated',
}
/** After an unexplained end the ledger takes ten seconds to classify it, and ten to come to rest, ms. */
const CLASSIFIED = 25_000
/** How long an unknown settlement price is awaited, ms. */
const PRICED = 50_000

/** A trading account, and the ends of positions that it saw. */
function openAccount(setup: Setup) {
  const held = new Map<Asset, number>(ASSETS.map((asset) => [asset, 0]))
  const ends: { readonly asset: Asset; readonly size: number; readonly kind: PositionCloseKind | 'by_hand' }[] = []
  let last = 0
  const sizeOf = (asset: Asset): number => held.get(asset) ?? 0
  function moveTo(asset: Asset, size: number, kind: PositionCloseKind | 'by_hand'): void {
    const before = sizeOf(asset)
    if (before !== 0 && Math.sign(size) !== Math.sign(before)) ends.push({ asset, size: before, kind })
    held.set(asset, size)
    setup.hold(String(size), { asset, entryPx: '553.00' as never, liquidationPx: null })
  }
  return {
    ends,
    sizeOf,
    /** Fills of one order; those of other clients and of the venue have no action here. */
    trade(by: By, asset: Asset, change: number, parts = 1): void {
      if (change === 0) return
      last += 1
      const oid = `o${last}`
      if (by === 'hand' || by === 'stop') {
        const protection = { kind: 'worst', price: price('552.30'), bound: null } as const
        const intent = { kind: 'close', asset, protection } as ActionRecord['intent']
        setup.act(oid, oid, { intent, filled: String(Math.abs(change)) as never })
        if (by === 'stop') setup.stops.set(oid, { kind: 'stop', trigger: '552.40' })
      }
      const cause = by === 'liquidation' ? 'liquidation' : null
      const size = Math.abs(change)
      const first = parts > 1 ? Math.floor(size / 2) : 0
      for (const part of [first, size - first])
        if (part > 0) setup.fill(change > 0 ? 'buy' : 'sell', String(part), '553.00', oid, { asset, cause })
      moveTo(asset, sizeOf(asset) + change, KIND[by])
    },
    vanish: (asset: Asset): void => moveTo(asset, 0, 'unknown'),
    settle(asset: Asset, isReported: boolean): void {
      const size = sizeOf(asset)
      if (size !== 0 && isReported)
        setup.fill(size > 0 ? 'sell' : 'buy', String(Math.abs(size)), '553.00', 'settlement', { asset })
      moveTo(asset, 0, 'settled')
    },
  }
}
type Account = ReturnType<typeof openAccount>

/** The next event. */
type Step =
  | { readonly kind: 'trade'; readonly by: By; readonly asset: Asset; readonly change: number; readonly parts: number }
  | { readonly kind: 'close'; readonly by: By; readonly asset: Asset; readonly parts: number }
  | { readonly kind: 'vanish'; readonly asset: Asset }
  | { readonly kind: 'settle'; readonly isReported: boolean }
  | { readonly kind: 'lag'; readonly ms: number }
  | { readonly kind: 'restart' | 'off' | 'on' }
  | { readonly kind: 'wait'; readonly ms: number }

const asset = fc.constantFrom(...ASSETS)
const by = fc.constantFrom(...BY)
const parts = fc.constantFrom(1, 2)
const change = fc.integer({ min: -40, max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('trade'), by, asset, change, parts }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('close'), by, asset, parts }) },
  fc.record({ kind: fc.constant('vanish'), asset }),
  fc.record({ kind: fc.constant('settle'), isReported: fc.boolean() }),
  fc.record({ kind: fc.constant('lag'), ms: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ kind: fc.constantFrom('restart', 'off', 'on') }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 9_000 }) }) },
) as fc.Arbitrary<Step>

/** A terminal that has watched an account without positions for a while, in a bucket that ends when the test decides. */
async function begin(): Promise<{ readonly setup: Setup; readonly account: Account; readonly released: string[] }> {
  const setup = openPositionCloses()
  const released: string[] = []
  const release = setup.store.release
  vi.spyOn(setup.store, 'release').mockImplementation((of, id, ending, computed) => {
    released.push(id)
    return release(of, id, ending, computed)
  })
  await setup.restart()
  await setup.pass(CLASSIFIED)
  return { setup, account: openAccount(setup), released }
}

/** The bucket ends now, and the next one begins. */
async function endBucket(setup: Setup, account: Account, isReported: boolean, isOn: boolean): Promise<void> {
  const at = setup.clock.now()
  setup.bucket = { asset: ASSET, start: at, end: at + 3_000 }
  if (isOn) await setup.pass(4_000)
  else await setup.clock.skip(4_000)
  account.settle(ASSET, isReported)
  setup.bucket = { asset: ASSET, start: at + 3_000, end: at + 86_400_000 }
}

describe('closed positions and the ledger', () => {
  it('agree: every position that the ledger shows as ended is reported once, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { setup, account, released } = await begin()
        let isOn = true
        const turnOn = async (): Promise<void> => {
          if (!isOn) await setup.restart()
          isOn = true
        }
        for (const one of steps) {
          await setup.pass(5)
          // The terminal trades while it runs, and nobody else trades in the seconds in which a loss without a fill is classified.
          const trader = (of: By): By => (isOn || of === 'liquidation' ? of : 'stranger')
          if (one.kind === 'trade') account.trade(trader(one.by), one.asset, one.change, one.parts)
          else if (one.kind === 'close') account.trade(trader(one.by), one.asset, -account.sizeOf(one.asset), one.parts)
          else if (one.kind === 'vanish' || one.kind === 'settle') {
            await turnOn()
            await setup.pass(CLASSIFIED)
            if (one.kind === 'vanish') account.vanish(one.asset)
            else await endBucket(setup, account, one.isReported, true)
            await setup.pass(CLASSIFIED)
          } else if (one.kind === 'lag') {
            setup.lagging = setup.positions
            await setup.pass(one.ms)
            setup.lagging = null
          } else if (one.kind === 'wait') await setup.pass(one.ms)
          else if (one.kind === 'off') {
            if (isOn) setup.stop()
            isOn = false
          } else {
            if (one.kind === 'restart') setup.stop()
            if (one.kind === 'restart') isOn = false
            await turnOn()
          }
        }
        await turnOn()
        await setup.pass(CLASSIFIED + PRICED)
        const counted = (all: readonly { readonly asset: string }[]) =>
          ASSETS.map((name) => all.filter((end) => end.asset === name).length)
        expect(counted(released.map((id) => ({ asset: id.slice(0, id.indexOf('/')) })))).toEqual(counted(account.ends))
        expect(new Set(released).size).toBe(released.length)
        expect(setup.closed()).toEqual([])
        const view = setup.view()
        expect(view.every(({ id }) => released.includes(id))).toBe(true)
        expect(setup.titles).toHaveLength(view.filter(({ isPutAway }) => !isPutAway).length)
        await setup.restart()
        await setup.pass(CLASSIFIED)
        expect(setup.view()).toHaveLength(view.length)
        const sizes = setup.held().map(({ asset: name, size }) => [name, Number(size)])
        expect(new Map(sizes as [string, number][])).toEqual(
          new Map(ASSETS.map((name) => [name, account.sizeOf(name)] as const).filter(([, size]) => size !== 0)),
        )
        setup.stop()
      }),
      { numRuns: runs(12, 300), seed: SEED },
    )
  }, 600_000)

  it('agree on the cause of an end and the size', async () => {
    const way = fc.constantFrom(...BY, 'vanish', 'settle', 'settle_told')
    const round = fc.record({ way, size: fc.integer({ min: -40, max: 40 }).filter((size) => size !== 0) })
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const { setup, account } = await begin()
        for (const { way: how, size } of rounds) {
          account.trade('hand', ASSET, size)
          await setup.pass(CLASSIFIED)
          if (how === 'vanish') account.vanish(ASSET)
          else if (how === 'settle' || how === 'settle_told')
            await endBucket(setup, account, how === 'settle_told', true)
          else account.trade(how, ASSET, -size, 2)
          await setup.pass(CLASSIFIED + PRICED)
        }
        const reported = setup.view().map(({ kind, size }) => ({ kind, size: Number(size) }))
        const expected = account.ends.filter(({ kind }) => kind !== 'by_hand')
        expect(reported.toReversed()).toEqual(expected.map(({ kind, size }) => ({ kind, size })))
        setup.stop()
      }),
      { numRuns: runs(10, 200), seed: SEED },
    )
  }, 600_000)
})
