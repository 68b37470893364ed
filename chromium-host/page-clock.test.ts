import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { clockSource, pageClockAhead } from './page-clock.ts'

describe('the clock of a page', () => {
  it('is moved by as much as is asked for, and still reads every other date as it is', () => {
    const day = 86_400_000
    const told = runInNewContext(`${clockSource(-day)}; [Date.now(), +new Date(), Date.UTC(2026, 2, 4), +new Date(5)]`)
    const yesterday = Date.now() - day
    for (const time of told.slice(0, 2)) expect(Math.abs(time - yesterday)).toBeLessThan(5_000)
    expect(told.slice(2)).toEqual([Date.UTC(2026, 2, 4), 5])
  })

  it('is the machine’s where nothing is asked for, and never a guess', () => {
    expect(pageClockAhead({})).toBeNull()
    expect(pageClockAhead({ ISOTHERM_TEST_PAGE_CLOCK_AHEAD: '-60000' })).toBe(-60_000)
    expect(() => pageClockAhead({ ISOTHERM_TEST_PAGE_CLOCK_AHEAD: 'soon' })).toThrow('ISOTHERM_TEST_PAGE_CLOCK_AHEAD')
  })
})
