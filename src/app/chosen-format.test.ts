import { describe, expect, it } from 'vitest'
import { zoneOf } from './app.tsx'

const computer = () => 'Europe/Berlin'

describe('the time zone of displayed times', () => {
  it.each([
    ['utc', 'America/New_York', 'UTC'],
    ['computer', 'America/New_York', 'Europe/Berlin'],
    ['station', 'America/New_York', 'America/New_York'],
    ['station', null, 'UTC'],
    ['station', 'Mars/Olympus', 'UTC'],
  ] as const)('chosen as %s, with the station in %s, is %s', (choice, station, zone) => {
    expect(zoneOf(choice, station, computer)).toBe(zone)
  })
})
