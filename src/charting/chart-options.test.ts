import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { afterEach, describe, expect, it } from 'vitest'
import { setFormat } from '../format/index.ts'
import { tickText } from './chart-options.ts'

const at = (...parts: [number, number, number, number?, number?, number?]): UTCTimestamp =>
  (Date.UTC(...parts) / 1000) as UTCTimestamp
const inZone = (zone: string) => setFormat({ zone, temperature: 'fahrenheit', grouping: 'comma' })

describe('the time axis', () => {
  afterEach(() => inZone('UTC'))

  it('labels days where they begin, and times between them', () => {
    expect(tickText(at(2026, 10, 22), TickMarkType.DayOfMonth)).toBe('22 Nov')
    expect(tickText(at(2026, 10, 22, 13, 30), TickMarkType.Time)).toBe('13:30')
    expect(tickText(at(2026, 10, 22, 13, 30, 5), TickMarkType.TimeWithSeconds)).toBe('13:30:05')
  })

  it('is in the chosen zone, whose days begin elsewhere than those of the chart library', () => {
    inZone('America/New_York')
    expect(tickText(at(2026, 10, 22), TickMarkType.DayOfMonth)).toBe('21 Nov 19:00')
    expect(tickText(at(2026, 10, 22, 5), TickMarkType.Time)).toBe('22 Nov')
    expect(tickText(at(2026, 10, 22, 13, 30), TickMarkType.Time)).toBe('08:30')
  })
})
