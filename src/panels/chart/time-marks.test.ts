import { describe, expect, it } from 'vitest'
import { timeMarks, within } from './drawing.ts'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 2, 4, 12)
const clock = (time: number): string => new Date(time).toISOString().slice(11, 16)

describe('the times of a chart’s axis', () => {
  it('are as many as fit, at round times', () => {
    const axis = { from: NOON - 2.4 * MINUTE, to: NOON + 127.2 * MINUTE, width: 590 }
    expect(timeMarks(axis, 72, MINUTE).map(({ time }) => clock(time))).toEqual([
      '12:00',
      '12:30',
      '13:00',
      '13:30',
      '14:00',
    ])
    expect(timeMarks({ ...axis, width: 1200 }, 72, MINUTE).map(({ time }) => clock(time))).toContain('12:10')
  })

  it('keep a minimum distance from one another, within the axis', () => {
    for (const minutes of [1, 7, 60, 130, 1440, 10_080, 500_000]) {
      for (const width of [120, 333, 900, 3000]) {
        const marks = timeMarks({ from: NOON, to: NOON + minutes * MINUTE, width }, 72, 1000)
        for (const [at, { x }] of marks.entries()) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(width)
          if (at > 0) expect(x - (marks[at - 1]?.x ?? 0)).toBeGreaterThanOrEqual(72)
        }
      }
    }
  })

  it('omit seconds where prices are minutes apart', () => {
    const [first, second] = timeMarks({ from: NOON, to: NOON + 5 * MINUTE, width: 3000 }, 72, MINUTE)
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBe(MINUTE)
  })

  it('emphasize whole hours among minutes', () => {
    const marks = timeMarks({ from: NOON, to: NOON + 120 * MINUTE, width: 900 }, 72, MINUTE)
    expect(marks.filter(({ isMain }) => isMain).map(({ time }) => clock(time))).toEqual(['12:00', '13:00', '14:00'])
  })

  it('are complete at both ends', () => {
    expect(within(3, 30, 600)).toBe(15)
    expect(within(590, 30, 600)).toBe(585)
    expect(within(300, 30, 600)).toBe(300)
  })

  it('are empty without a visible range', () => {
    expect(timeMarks({ from: NOON, to: NOON, width: 600 }, 72, MINUTE)).toEqual([])
    expect(timeMarks({ from: NOON, to: NOON + MINUTE, width: 0 }, 72, MINUTE)).toEqual([])
    expect(timeMarks({ from: -1e30, to: 1e30, width: 600 }, 72, MINUTE)).toEqual([])
  })
})
