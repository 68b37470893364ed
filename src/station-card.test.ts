import { describe, expect, it } from 'vitest'
import { TWAP_WINDOW } from '../contract/market.ts'
import { stationRows } from './station-card.tsx'

const textOf = (over: Partial<Parameters<typeof stationRows>[0]> = {}): string =>
  stationRows({
    ...{ station: 'KNYC Central Park, New York', zone: 'America/New_York', twapWindow: TWAP_WINDOW },
    ...{ hours: '12:00 to 14:00 UTC', live: 'NYCTMP1', next: 'NYCTMP2' },
    ...over,
  })
    .map(({ name, text: message }) => `${name}: ${message}`)
    .join('\n')

describe('the station card', () => {
  it('shows the station, the settlement rule, the value of a degree, the mark, the hours and the assets', () => {
    for (const message of [
      'Station: KNYC Central Park, New York',
      'One °F: 1 USDC per contract',
      'average of the mark over the last 120 s of the bucket (TWAP-120)',
      'Mark: 500 plus the temperature in °F: 68.0 °F is 568.0',
      'This one: 12:00 to 14:00 UTC',
      'Live: NYCTMP1. Next: NYCTMP2',
    ])
      expect(textOf()).toContain(message)
  })

  it('marks values that the service does not report', () => {
    const unknown = textOf({ station: null, zone: null, hours: null, live: null, next: null })
    expect(unknown).toContain('Station: Not reported by the venue')
    expect(unknown).toContain('Time zone: Not in the deployment’s profile')
    expect(unknown).toContain('None announced right now')
    expect(unknown).toContain('Live: not reported. Next: not reported')
  })
})
