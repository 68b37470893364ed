import { describe, expect, it } from 'vitest'
import { createLivePoint } from './live-point.ts'

describe('the end of the line of a share’s chance', () => {
  it('follows the clock, and is never before the history’s newest point', () => {
    const point = createLivePoint()
    expect(point.at(60_000, 90_500)).toBe(90)
    expect(point.at(120_000, 90_500)).toBe(120)
  })

  it('stays where it is when the machine’s clock is set back', () => {
    const point = createLivePoint()
    expect(point.at(7_200_000, 0)).toBe(7_200)
    expect(point.at(3_600_000, 0)).toBe(7_200)
    expect(point.at(7_260_000, 0)).toBe(7_260)
  })

  it('begins anew with another history', () => {
    const point = createLivePoint()
    point.at(7_200_000, 0)
    point.restart()
    expect(point.at(3_600_000, 0)).toBe(3_600)
  })
})
