import { describe, expect, it } from 'vitest'
import { FRESH, freshnessOf, olderOf } from './freshness.ts'

const NOW = 1_000_000
const read = (agoMs: number, stale = true) => ({ stale, receivedAt: NOW - agoMs })
const never = freshnessOf(FRESH, { stale: true, receivedAt: 0 }, NOW)
const aged = (ageMs: number) => freshnessOf(FRESH, read(ageMs), NOW)

describe('the freshness of data', () => {
  it('is its own age while the feed never sent anything: it was read without it', () => {
    expect(freshnessOf(never, read(12_400), NOW).text).toBe('12 s old')
    expect(freshnessOf(never, read(12_400, false), NOW)).toMatchObject({ stale: true, text: '12 s old' })
    expect(freshnessOf(never, read(3000, false), NOW, 'reads').text).toBe('3 s old')
  })

  it('has no known age while nothing arrived at all, in a text that continues "Prices are"', () => {
    expect(freshnessOf(never, undefined, NOW)).toMatchObject({ stale: true, text: 'not live' })
    expect(freshnessOf(never, { stale: true, receivedAt: 0 }, NOW).text).toBe('not live')
    expect(freshnessOf(FRESH, { stale: true, receivedAt: 0 }, NOW).text).toBe('not live')
  })

  it('is the feed’s last sign of life for streamed data, and the time of the read for read data', () => {
    const cut = aged(5000)
    expect(freshnessOf(cut, read(30_000), NOW).text).toBe('5 s old')
    expect(freshnessOf(cut, read(2000, false), NOW, 'reads').text).toBe('2 s old')
  })

  it('is its own while the feed is live', () => {
    expect(freshnessOf(FRESH, read(30_000), NOW).text).toBe('30 s old')
    expect(freshnessOf(FRESH, read(30_000, false), NOW)).toBe(FRESH)
    expect(freshnessOf(FRESH, undefined, NOW)).toBe(FRESH)
  })

  it('of two items is that of the older', () => {
    const [young, old] = [aged(2000), aged(9000)]
    expect(olderOf(FRESH, young)).toBe(young)
    expect(olderOf(old, FRESH)).toBe(old)
    expect(olderOf(young, old)).toBe(old)
    expect(olderOf(never, old)).toBe(never)
  })
})
