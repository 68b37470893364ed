import { describe, expect, it } from 'vitest'
import { ACTIVE, LIVE, type MarketRef } from '../contract/market-ref.ts'
import { createCrosshairs, createFavourites, createLinks } from './links.ts'

function keeping<Value>(value: Value) {
  const kept = {
    value,
    read: () => kept.value,
    save(next: Value) {
      kept.value = next
    },
  }
  return kept
}
const rain: MarketRef = { family: 'outcome', outcomeId: 3601, side: 0 }

describe('link groups', () => {
  const links = (texts: Readonly<Record<string, string>> = {}) => {
    const kept = keeping(texts)
    return { kept, links: createLinks(kept) }
  }

  it('begin with the live scalar and the active binary market, and each moves separately', () => {
    const { links: groups } = links()
    expect(groups.view()).toMatchObject({ 1: LIVE, 2: ACTIVE, 3: null, 8: null })
    groups.set(3, LIVE)
    groups.set(4, ACTIVE)
    expect(groups.view()).toMatchObject({ 2: ACTIVE, 3: LIVE, 4: ACTIVE })
    expect(groups.topics.view({ kind: 'links' })).toBe(groups.view())
  })

  it('publish a move once, and none to the current market', () => {
    const { links: groups } = links()
    let reported = 0
    groups.topics.onChange(() => {
      reported += 1
    })
    groups.set(1, { ...LIVE })
    groups.set(1, ACTIVE)
    groups.set(1, { ...ACTIVE })
    expect(reported).toBe(1)
  })

  it('lead to the instrument of each one’s market, once each has one', () => {
    const { links: groups } = links()
    groups.set(8, rain)
    const markets = groups.topics.leadsTo?.({ kind: 'links' })
    expect(markets).toEqual([LIVE, ACTIVE, rain].map((market) => ({ kind: 'instrument', market })))
  })

  it('are restored after a restart, with markets that are no longer listed', () => {
    const { kept, links: groups } = links()
    groups.set(1, rain)
    expect(createLinks(kept).view()).toMatchObject({ 1: rain, 2: ACTIVE })
  })

  it('keep what this version cannot read, until the group gets another market', () => {
    const { kept, links: groups } = links({ 1: 'weather/NYC', 3: 'outcome/3601/0', 9: 'scalar/live' })
    expect(groups.view()).toMatchObject({ 1: LIVE, 3: rain })
    groups.set(2, rain)
    expect(kept.value).toEqual({ 1: 'weather/NYC', 2: 'outcome/3601/0', 3: 'outcome/3601/0', 9: 'scalar/live' })
    groups.set(1, ACTIVE)
    expect(kept.value[1]).toBe('binary/active')
  })
})

describe('favorites', () => {
  it('are kept in the order of their choice, each once, with those that this version cannot read', () => {
    const kept = keeping<readonly string[]>(['weather/NYC'])
    const favourites = createFavourites(kept)
    favourites.set(rain, true)
    favourites.set(LIVE, true)
    favourites.set(rain, true)
    expect(favourites.topics.view({ kind: 'favourites' })).toEqual([LIVE, rain])
    favourites.set(LIVE, false)
    expect(createFavourites(kept).topics.view({ kind: 'favourites' })).toEqual([rain])
    expect(kept.value).toEqual(['weather/NYC', 'outcome/3601/0'])
  })

  it('are at most 500: another one is refused with the reason, and nothing is lost', () => {
    const texts = Array.from({ length: 500 }, (_, id) => `outcome/${id}/0`)
    const kept = keeping<readonly string[]>(texts)
    const favourites = createFavourites(kept)
    expect(() => favourites.set(LIVE, true)).toThrow('At most 500 favorites. Remove one first.')
    expect(kept.value).toBe(texts)
    favourites.set({ family: 'outcome', outcomeId: 0, side: 0 }, true)
    expect(kept.value).toHaveLength(500)
  })
})

describe('the crosshair of a link group', () => {
  function open() {
    const crosshairs = createCrosshairs()
    const reports: unknown[] = []
    crosshairs.topics.onChange(({ group }) => reports.push(group))
    const at = (group: 1 | 2) => crosshairs.topics.view({ kind: 'crosshair', group })
    return { crosshairs, reports, at }
  }

  it('is where a panel points, in its group alone', () => {
    const { crosshairs, reports, at } = open()
    crosshairs.point(1, { time: 5, by: 'chart-1' }, 'main')
    expect(at(1)).toEqual({ time: 5, by: 'chart-1' })
    expect(at(2)).toEqual({ time: null, by: null })
    crosshairs.point(1, { time: null, by: 'chart-1' }, 'main')
    expect(at(1)?.time).toBeNull()
    expect(reports).toEqual([1, 1])
  })

  it('stays with the panel that was entered last, whichever is left after', () => {
    const { crosshairs, reports, at } = open()
    crosshairs.point(1, { time: 5, by: 'chart-1' }, 'main')
    crosshairs.point(1, { time: 7, by: 'chart-2' }, 'second')
    crosshairs.point(1, { time: null, by: 'chart-1' }, 'main')
    expect(at(1)).toEqual({ time: 7, by: 'chart-2' })
    expect(reports).toHaveLength(2)
  })

  it('is removed with the window that it came from', () => {
    const { crosshairs, at } = open()
    crosshairs.point(1, { time: 5, by: 'chart-1' }, 'main')
    crosshairs.point(2, { time: 5, by: 'chart-2' }, 'second')
    crosshairs.forget('main')
    expect([at(1)?.time, at(2)?.time]).toEqual([null, 5])
  })
})
