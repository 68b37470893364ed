import { describe, expect, it } from 'vitest'
import { abbreviate, sided } from './shortened.tsx'

describe('the distinguishing part of a name', () => {
  it.each([
    ['New York above 38.0 °F at 13:30 UTC, Yes', 'New York ', 'above 38.0 °F at 13:30 UTC, Yes'],
    ['First day above 90 °F, 1–15 July', 'First day above 90 °F, ', '1–15 July'],
    ['New York high on 4 March (EST)', '', 'New York high on 4 March (EST)'],
    [
      'Rain in Central Park before midnight on 27 November (EST), Yes',
      '',
      'Rain in Central Park before midnight on 27 November (EST), Yes',
    ],
    ['High above 44.7 °F on 27 November', 'High ', 'above 44.7 °F on 27 November'],
    ['34 °F or lower, Yes', '', '34 °F or lower, Yes'],
    ['Rain in Central Park, No', '', 'Rain in Central Park, No'],
    ['NYCTMP1', '', 'NYCTMP1'],
    ['', '', ''],
  ])('%s', (name, start, rest) => {
    expect(abbreviate(name)).toEqual([start, rest])
    expect(start + rest).toBe(name)
  })
})

describe('the side at the end of a name', () => {
  it.each([
    ['43 °F or lower, Yes', '43 °F or lower,', ' Yes'],
    ['Rain in Central Park, before noon, No', 'Rain in Central Park, before noon,', ' No'],
    ['First day above 90 °F, 1–15 July', 'First day above 90 °F, 1–15 July', ''],
    ['NYCTMP1', 'NYCTMP1', ''],
    ['', '', ''],
  ])('%s', (name, market, side) => {
    expect(sided(name)).toEqual([market, side])
  })
})
