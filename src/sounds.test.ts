import { describe, expect, it } from 'vitest'
import { SOUND_EVENTS } from '../contract/sound.ts'
import { gainOf, NOTES } from './sounds.tsx'

describe('the sounds', () => {
  it('are unique per event', () => {
    const all = SOUND_EVENTS.map((event) => JSON.stringify(NOTES[event]))
    expect(new Set(all).size).toBe(SOUND_EVENTS.length)
    for (const event of SOUND_EVENTS) expect(NOTES[event].length).toBeGreaterThan(0)
  })

  it('are over before the next may begin', () => {
    for (const event of SOUND_EVENTS)
      for (const { at, length, hertz } of NOTES[event]) {
        expect(at + length).toBeLessThan(1)
        expect(hertz).toBeGreaterThanOrEqual(200)
        expect(hertz).toBeLessThanOrEqual(2000)
      }
  })

  it('are louder with the volume, up to a safe bound', () => {
    for (const [wave, loudest] of [
      ['sine', 0.3],
      ['triangle', 0.3],
      ['square', 0.1],
    ] as const) {
      const gains = [10, 50, 100].map((volume) => gainOf({ wave }, volume))
      expect(gains).toEqual(gains.toSorted((a, b) => a - b))
      expect(gains[0]).toBeGreaterThan(0)
      expect(gains.at(-1)).toBe(loudest)
    }
  })
})
