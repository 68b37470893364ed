import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { keyOf, SWEEP_GAP, Sweep, type Sweepable } from './market-reads.ts'

const coins = (count: number): Sweepable[] =>
  Array.from({ length: count }, (_, i) => ({ asset: `#${i}`, of: 'history', every: 30_000 }))
const ticker = (asset: string): Sweepable => ({ asset, of: 'ticker', every: 30_000 })

function open(markets: readonly Sweepable[]) {
  const clock = createFakeClock()
  const reads: { at: number; keys: readonly string[] }[] = []
  const setup = { markets, isHeldBack: false, answer: (): Promise<void> => Promise.resolve() }
  const sweep = new Sweep({
    clock,
    markets: () => setup.markets,
    read: (some) => {
      reads.push({ at: clock.monotonic(), keys: some.map(keyOf) })
      return setup.answer()
    },
    isHeldBack: () => setup.isHeldBack,
  })
  clock.every(SWEEP_GAP, () => sweep.turn())
  return { clock, reads, setup }
}

describe('a sweep', () => {
  it('reads every market before any again, histories a hundred at a time, at most five reads a second', async () => {
    const { clock, reads } = open([...coins(250), ticker('A'), ticker('B')])
    await clock.advanceAsync(29_000)
    expect(reads.map(({ keys }) => keys.length)).toEqual([100, 100, 50, 1, 1])
    expect(new Set(reads.flatMap(({ keys }) => keys)).size).toBe(252)
    expect(reads.every(({ at }, i) => i === 0 || at - (reads[i - 1]?.at ?? 0) >= SWEEP_GAP)).toBe(true)
    await clock.advanceAsync(30_000)
    expect(reads).toHaveLength(10)
  })

  it('begins with the longest unread market, and with new ones first of all', async () => {
    const { clock, reads, setup } = open([ticker('A')])
    await clock.advanceAsync(10_000)
    setup.markets = [ticker('A'), ticker('B')]
    await clock.advanceAsync(10_000)
    setup.markets = [ticker('A'), ticker('B'), ticker('C')]
    await clock.advanceAsync(40_000)
    expect(reads.map(({ keys }) => keys[0]?.slice(-1)).join('')).toBe('ABCABC')
  })

  it('stops while requests wait for the rate limit, and continues after', async () => {
    const { clock, reads, setup } = open([ticker('A')])
    setup.isHeldBack = true
    await clock.advanceAsync(10_000)
    expect(reads).toEqual([])
    setup.isHeldBack = false
    await clock.advanceAsync(SWEEP_GAP)
    expect(reads).toHaveLength(1)
  })

  it('waits for a service that does not answer, and tolerates one that fails', async () => {
    const { clock, reads, setup } = open([1, 2, 3, 4, 5].map((i) => ticker(`A${i}`)))
    const waiting: (() => void)[] = []
    setup.answer = () => new Promise((_, reject) => waiting.push(() => reject(new Error('no'))))
    await clock.advanceAsync(5000)
    expect(reads).toHaveLength(3)
    for (const fail of waiting) fail()
    await clock.advanceAsync(5000)
    expect(reads).toHaveLength(5)
  })
})
