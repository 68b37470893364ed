import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import { isSamePlace, pressedAt, released, type Seen, seenIn } from './press.ts'
import { rowsAround, scrolled } from './price-rows.ts'

const seen: Seen = { price: price('571.80'), side: 'buy', asset: 'NYCTMP1', tick: price('0.01') }

describe('a click in a row', () => {
  it('counts where it is released over the price that was seen at pointer down', () => {
    expect(released(seen, { ...seen })).toEqual({ counts: true, seen })
  })
  it.each([
    ['another price', { ...seen, price: price('571.81') }],
    ['the other side', { ...seen, side: 'sell' as const }],
    ['nothing', null],
  ])('released over %s sends nothing, without a message', (_what, up) => {
    expect(released(seen, up)).toEqual({ counts: false, text: null })
  })
  it('is canceled with a message when another market comes under it, even at the same price', () => {
    const release = released(seen, { ...seen, asset: 'NYCTMP2' })
    expect(release).toEqual({
      counts: false,
      text: 'Nothing was sent: the market changed from NYCTMP1 to NYCTMP2 during the click.',
    })
  })
  it('is canceled with a message when the tick changes under it', () => {
    expect(released(seen, { ...seen, tick: price('0.02') })).toEqual({
      counts: false,
      text: 'Nothing was sent: the tick changed from 0.01 to 0.02 during the click.',
    })
  })
  it('that started nowhere does not count', () => {
    expect(released(null, seen)).toEqual({ counts: false, text: null })
  })
})

describe('the size of a click', () => {
  const facts = {} as LadderFacts
  const sizeAt = (at: string) => ({
    sizeOf: () => ({ state: 'known' as const, size: size(at), text: '' }),
  })
  const preset = { by: 'percent', amount: '25' } as unknown as SizePreset
  const terms = { ladder: sizeAt('40') as unknown as MarketLadder, preset, facts, shown: seen, counts: true }

  it('is the one shown for the clicked row and side', () => {
    expect(pressedAt(seen, terms)).toEqual({ pressed: { seen, size: '40', stop: null } })
  })
  it.each([
    ['another row', { ...seen, price: price('571.81') }],
    ['the other side', { ...seen, side: 'sell' as const }],
    ['another market', { ...seen, asset: 'NYCTMP2' }],
    ['no row, like the size of a buy at the best bid', null],
  ])('is none where the shown one is of %s', (_what, shown) => {
    expect(pressedAt(seen, { ...terms, shown })).toEqual({ text: expect.stringContaining('Nothing was sent') })
  })
  it('is as chosen where it is the same in each row', () => {
    expect(pressedAt(seen, { ...terms, shown: null, counts: false })).toMatchObject({ pressed: { size: '40' } })
  })
  it('keeps the stop that it is based on, regardless of later choices before release', () => {
    const risk = { by: 'risk', amount: '50', stop: price('0.5') } as unknown as SizePreset
    expect(pressedAt(seen, { ...terms, preset: risk })).toMatchObject({ pressed: { stop: '0.5' } })
  })
})

describe('the place of a size', () => {
  const rows = rowsAround(price('571.80'), {
    ...{ tick: price('0.01'), step: price('0.01'), count: 5, isTurned: false, most: null },
  })
  const market = { asset: 'NYCTMP1', tick: price('0.01') }
  it('has another price after the rows moved under it', () => {
    const at = { row: 2, zone: 'right' } as const
    const before = seenIn(at, rows, market, false)
    const after = seenIn(at, scrolled(rows, 1), market, false)
    expect(before).toEqual({ ...seen, side: 'sell' })
    expect(after).toMatchObject({ price: '571.79', side: 'sell' })
    expect(isSamePlace(before, after)).toBe(false)
  })
  it('is on the other side in the mirrored contract, and null where there is no price', () => {
    expect(seenIn({ row: 2, zone: 'left' }, rows, market, true)?.side).toBe('sell')
    expect(seenIn({ row: 2, zone: 'left' }, null, market, false)).toBeNull()
  })
})
