import { describe, expect, it } from 'vitest'
import { localTime, minuteIn, zoneAt } from './zone-clock.ts'

const winter = Date.UTC(2026, 10, 22, 5, 27, 31)
const summer = Date.UTC(2026, 6, 1, 23, 0, 5)

describe('local time', () => {
  it.each([
    ['America/New_York', winter, '00:27:31', 'EST'],
    ['America/New_York', summer, '19:00:05', 'EDT'],
    ['Europe/Berlin', winter, '06:27:31', 'CET'],
    ['Europe/Berlin', summer, '01:00:05', 'CEST'],
    ['Asia/Kolkata', winter, '10:57:31', 'IST'],
    ['Asia/Bangkok', winter, '12:27:31', 'GMT+7'],
    ['UTC', winter, '05:27:31', 'UTC'],
  ])('in %s has the short name of its zone', (place, at, time, name) => {
    expect(localTime(at, place)).toBe(time)
    expect(zoneAt(at, place)).toEqual({ name, place })
    expect(minuteIn(at, place)).toBe(`${time.slice(0, 5)} ${name}`)
  })
})
