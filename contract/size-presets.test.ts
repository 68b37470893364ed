import { describe, expect, it } from 'vitest'
import type { Decimal, Price } from './decimal.ts'
import { ACTIVE, FAMILIES, LIVE, type MarketRef } from './market-ref.ts'
import {
  changedSizes,
  DEFAULT_SIZES,
  familyOfSizes,
  presetLabel,
  presetsIssue,
  presetText,
  type SizePreset,
  sizesKeyOf,
  sizesOf,
} from './size-presets.ts'

const contracts = (amount: string): SizePreset => ({ by: 'contracts', amount: amount as Decimal })
const risk = (amount: string, stop: string): SizePreset => ({
  by: 'risk',
  amount: amount as Decimal,
  stop: stop as Price,
})
const YES: MarketRef = { family: 'outcome', outcomeId: 3601, side: 0 }
const NO: MarketRef = { family: 'outcome', outcomeId: 3601, side: 1 }

describe('size presets', () => {
  it('are those of the market, else of its family, else the defaults', () => {
    expect(sizesOf({}, LIVE)).toBe(DEFAULT_SIZES.scalar)
    const family = changedSizes({}, 'scalar', [contracts('7')])
    expect(sizesOf(family, LIVE)).toEqual([contracts('7')])
    const own = changedSizes(family, sizesKeyOf(LIVE), [contracts('9')])
    expect(sizesOf(own, LIVE)).toEqual([contracts('9')])
    expect(sizesOf(own, { family: 'scalar', asset: 'NYCTMP1' })).toEqual([contracts('7')])
    expect(changedSizes(own, sizesKeyOf(LIVE), null)).toEqual(family)
    expect(sizesOf(own, ACTIVE)).toBe(DEFAULT_SIZES.binary)
  })

  it('are shared by both sides of an outcome', () => {
    const chosen = changedSizes({}, sizesKeyOf(NO), [contracts('3')])
    expect(sizesOf(chosen, YES)).toEqual([contracts('3')])
    expect(familyOfSizes(sizesKeyOf(NO))).toBe('outcome')
    expect(familyOfSizes('outcome/3601/1')).toBeNull()
  })

  it('have valid defaults for each family', () => {
    for (const family of FAMILIES) expect(presetsIssue(family, DEFAULT_SIZES[family])).toBeNull()
  })

  it.each<[Parameters<typeof presetsIssue>, string]>([
    [['scalar', []], 'Keep at least one size.'],
    [['scalar', Array.from({ length: 10 }, (_, at) => contracts(String(at + 1)))], 'At most 9 sizes'],
    [['scalar', [contracts('0')]], 'greater than 0'],
    [['scalar', [contracts('-1')]], 'greater than 0'],
    [['scalar', [contracts('1e3')]], 'greater than 0'],
    [['scalar', [contracts('5'), contracts('5.0')]], 'Size 2 is a duplicate.'],
    [['binary', [contracts('5')]], 'not a unit'],
    [['scalar', [{ by: 'percent', amount: '101' as Decimal }]], 'at most 100 %'],
    [['scalar', [{ by: 'money', amount: '0.001' as Decimal }]], '2 decimals'],
    [['scalar', [risk('20', '0')]], 'Size 1: a risk size needs a stop distance greater than 0.'],
    [['outcome', [risk('20', '1')]], 'Size 1: the stop distance must be less than 1.'],
  ])('are refused when invalid: %j', (requests, why) => {
    expect(presetsIssue(...requests)).toContain(why)
  })

  it('are distinguished by their unit', () => {
    const texts = DEFAULT_SIZES.binary.map((preset) => presetText(preset, 'USDC'))
    expect(texts).toEqual(['10 USDC', '25 USDC', '50 USDC', '100 USDC', '25 %', '50 %', '100 %'])
    expect(presetLabel('outcome', contracts('10.0'), 'USDH')).toBe('10 shares')
    expect(presetLabel('scalar', risk('20', '0.50'), 'USDC')).toBe('20 USDC risk, stop 0.5 away')
  })
})
