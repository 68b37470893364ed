import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Millis, millis } from '../../contract/time.ts'
import { readBack } from './read-back.ts'

interface Row {
  readonly id: string
  readonly time: Millis
}

/** A past with one row per time; a service that returns at most `cap` rows a page, even if more are requested. */
function pastOf(times: readonly number[], cap: number) {
  const newestFirst = times
    .map((time, index): Row => ({ id: String(index), time: millis(time) }))
    .sort((a, b) => b.time - a.time)
  let pages = 0
  return {
    options: {
      page: async ({ limit, before }: { limit: number; before: number | null }) => {
        pages += 1
        const past = newestFirst.filter(({ time }) => before === null || time < before)
        return past.slice(0, Math.min(limit, cap))
      },
      idOf: ({ id }: Row) => id,
      pageSize: 200,
      mostPages: 50,
    },
    pages: () => pages,
  }
}
const run = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

describe('reading the past back', () => {
  it('misses nothing of a service that caps its pages: a page shorter than requested is not the last', async () => {
    const past = pastOf(run(1_000, 1_350), 100)
    const { rows, complete } = await readBack(past.options, 1_010)
    expect(rows.filter(({ time }) => time >= 1_010)).toHaveLength(340)
    expect(complete).toBe(true)
  })

  it('takes one page where there is almost nothing, or where it reaches back far enough', async () => {
    for (const past of [pastOf([], 100), pastOf(run(0, 19), 100)]) {
      expect((await readBack(past.options, 0)).complete).toBe(true)
      expect(past.pages()).toBe(1)
    }
    const long = pastOf(run(0, 500), 100)
    expect((await readBack(long.options, 450)).complete).toBe(true)
    expect(long.pages()).toBe(1)
  })

  it('does not report as complete what a service hides that ignores the start of a page', async () => {
    const { options } = pastOf(run(0, 300), 100)
    const deaf = { ...options, page: () => options.page({ limit: 200, before: null }) }
    expect((await readBack(deaf, 0)).complete).toBe(false)
  })

  it('does not report as complete a millisecond that fills whole pages', async () => {
    const past = pastOf([...Array(130).fill(50), ...run(0, 10)], 100)
    expect((await readBack(past.options, 0)).complete).toBe(false)
  })

  it('finds every row since the moment where it reports completeness, with any cap', async () => {
    const times = fc.array(fc.nat(400), { maxLength: 900 })
    await fc.assert(
      fc.asyncProperty(times, fc.nat(400), fc.integer({ min: 20, max: 500 }), async (list, since, cap) => {
        const { rows, complete } = await readBack(pastOf(list, cap).options, since)
        const all = list.filter((time) => time >= since).length
        if (complete) expect(rows.filter(({ time }) => time >= since)).toHaveLength(all)
      }),
      { numRuns: 200 },
    )
  })
})
