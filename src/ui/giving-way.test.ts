import { describe, expect, it } from 'vitest'
import { nextLevel } from './giving-way.ts'

/** A table whose columns beyond the fixed ones are this wide, in the order in which they give way. */
function settle(room: number, from: number, needed: (number | undefined)[], widths = [60, 50, 80, 90]): number {
  const fixed = 200
  let level = from
  for (let tries = 0; tries < 20; tries += 1) {
    const table = Math.max(room, fixed + widths.slice(level).reduce((sum, width) => sum + width, 0))
    if (table > room + 1) needed[level] = table
    const next = nextLevel({ level, most: widths.length, table, room, needed })
    if (next === level) return level
    level = next
  }
  throw new Error('it does not settle')
}

describe('A9: a table that is too wide', () => {
  it.each([
    [480, 0],
    [479, 0],
    [470, 1],
    [400, 2],
    [290, 3],
    [210, 4],
    [100, 4],
  ])('of %d px lets %d columns go', (room, level) => {
    expect(settle(room, 0, [])).toBe(level)
  })

  it('takes them back as its room grows, and settles at every width', () => {
    const needed: (number | undefined)[] = []
    let level = 0
    for (const room of [480, 300, 210, 260, 330, 420, 479, 500, 205, 480]) level = settle(room, level, needed)
    expect(level).toBe(0)
  })
})
