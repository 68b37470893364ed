/**
 * Size presets: per market family, and per market when it has its own. Used by tickets, ladders and trading keys; the settings store the trader's
 * changes. Pure.
 */
import type { Collateral } from './collateral.ts'
import { compare, type Decimal, HUNDRED, type Price, parseDecimal, placesOf, signOf, trimZeros } from './decimal.ts'
import { FAMILY_RULES } from './family-rules.ts'
import { FAMILIES, type Family, type MarketRef, parseRefText, refText } from './market-ref.ts'

/**
 * Unit of a size. `contracts`: contracts, or shares. `money`: their value (scalar) or cost. `percent`: of the maximum that the account can send.
 * `risk`: money lost if the stop is reached.
 */
export const SIZE_UNITS = ['contracts', 'money', 'percent', 'risk'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** One preset. A `risk` preset includes its stop distance: °F in scalar markets, points of probability (0 to 1) in the others. */
export type SizePreset =
  | { readonly by: Exclude<SizeUnit, 'risk'>; readonly amount: Decimal }
  | { readonly by: 'risk'; readonly amount: Decimal; readonly stop: Price }

/**
 * The trader's presets, by family (`scalar`) and by market (`outcome/3601/0`; both sides of an outcome are one market). A missing entry uses the
 * defaults.
 */
export type SizePresets = Readonly<Record<string, readonly SizePreset[]>>

/** Maximum number of presets of a market: one for each digit key, 1 to 9. */
export const MAX_PRESETS = 9
/** Maximum number of markets with presets of their own. */
export const MAX_SIZED_MARKETS = 200
/** Maximum length of an amount or a stop distance, characters. */
const LONGEST = 24

/** Units in which a family's sizes can be entered. The first is the unit of the order itself: a binary prediction is an amount of money. */
export const UNITS_BY_FAMILY: { readonly [F in Family]: readonly [SizeUnit, ...SizeUnit[]] } = {
  scalar: ['contracts', 'money', 'percent', 'risk'],
  binary: ['money', 'percent', 'risk'],
  outcome: ['contracts', 'money', 'percent', 'risk'],
}

const preset = (by: Exclude<SizeUnit, 'risk'>, amount: string): SizePreset => ({ by, amount: amount as Decimal })
const presets = (by: Exclude<SizeUnit, 'risk'>, ...amounts: readonly string[]): readonly SizePreset[] =>
  amounts.map((amount) => preset(by, amount))
const PERCENTS = presets('percent', '25', '50', '100')

/** Default presets, smallest first. */
export const DEFAULT_SIZES: { readonly [F in Family]: readonly [SizePreset, ...SizePreset[]] } = {
  scalar: [preset('contracts', '1'), ...presets('contracts', '5', '10', '50'), ...PERCENTS],
  binary: [preset('money', '10'), ...presets('money', '25', '50', '100'), ...PERCENTS],
  outcome: [preset('contracts', '5'), ...presets('contracts', '10', '50', '100'), ...PERCENTS],
}

/** Storage key of a market's presets. */
export const sizesKeyOf = (market: MarketRef): string =>
  refText(market.family === 'outcome' ? { ...market, side: 0 } : market)

/** The family of a storage key; null for any other text. */
export const familyOfSizes = (key: string): Family | null => FAMILIES.find((family) => family === key) ?? ownFamily(key)

function ownFamily(key: string): Family | null {
  const market = parseRefText(key)
  return market !== null && sizesKeyOf(market) === key ? market.family : null
}

/** Presets of a market: its own, otherwise its family's. */
export const sizesOf = (chosen: SizePresets, market: MarketRef): readonly SizePreset[] =>
  chosen[sizesKeyOf(market)] ?? sizesOfFamily(chosen, market.family)

/** Presets of a family: the trader's, otherwise the defaults. */
export const sizesOfFamily = (chosen: SizePresets, family: Family): readonly SizePreset[] =>
  chosen[family] ?? DEFAULT_SIZES[family]

/** All presets with one entry replaced. `presets` null removes it: a market then uses its family's presets, a family the defaults. */
export function changedSizes(chosen: SizePresets, key: string, presets: readonly SizePreset[] | null): SizePresets {
  const { [key]: _before, ...others } = chosen
  return presets === null ? others : { ...others, [key]: presets }
}

/** Adds imported presets; they replace those of the same key. @throws Error with a message when too many markets have their own. */
export function mergedSizes(chosen: SizePresets, read: SizePresets): SizePresets {
  const merged = { ...chosen, ...read }
  const count = Object.keys(merged).length
  if (count <= MAX_SIZED_MARKETS) return merged
  throw new Error(
    `This import would give ${count} markets their own sizes; the maximum is ${MAX_SIZED_MARKETS}. Reset some markets to defaults first.`,
  )
}

/** Whether two presets are the same size: `10` equals `10.00`. */
export const samePreset = (a: SizePreset, b: SizePreset): boolean =>
  a.by === b.by &&
  compare(a.amount, b.amount) === 0 &&
  (a.by !== 'risk' || b.by !== 'risk' || compare(a.stop, b.stop) === 0)

/** Why presets are invalid for a family, as a sentence; null when they are valid. */
export function presetsIssue(family: Family, presets: readonly SizePreset[]): string | null {
  if (presets.length === 0) return 'Keep at least one size.'
  if (presets.length > MAX_PRESETS) return `At most ${MAX_PRESETS} sizes, one for each key.`
  for (const [at, preset] of presets.entries()) {
    const issue = presetIssue(family, preset)
    if (issue !== null) return `Size ${at + 1}: ${issue}`
    if (presets.slice(0, at).some((other) => samePreset(other, preset))) return `Size ${at + 1} is a duplicate.`
  }
  return null
}

function presetIssue(family: Family, preset: SizePreset): string | null {
  if (!UNITS_BY_FAMILY[family].includes(preset.by)) return 'not a unit of this market.'
  const amount = parseDecimal(preset.amount)
  if (amount === null || signOf(amount) <= 0) return 'must be a number greater than 0.'
  if (amount.length > LONGEST) return `takes at most ${LONGEST} digits.`
  if (preset.by === 'percent' && compare(amount, HUNDRED) > 0) return 'at most 100 %.'
  if (preset.by === 'money' || preset.by === 'risk') {
    if (placesOf(trimZeros(amount)) > CENTS) return 'money takes at most 2 decimals.'
  }
  if (preset.by !== 'risk') return null
  const stop = parseDecimal(preset.stop)
  if (stop === null || signOf(stop) <= 0 || stop.length > LONGEST)
    return 'a risk size needs a stop distance greater than 0.'
  return !FAMILY_RULES[family].isMark && compare(stop, '1' as Decimal) >= 0
    ? 'the stop distance must be less than 1.'
    : null
}

const CENTS = 2

/** `50`, `100 USDC`, `25 %`, `20 USDC risk`: the shortest unambiguous text. @param money currency of the family */
export function presetText(preset: SizePreset, money: Collateral): string {
  const amount = trimZeros(preset.amount)
  switch (preset.by) {
    case 'contracts':
      return amount
    case 'money':
      return `${amount} ${money}`
    case 'percent':
      return `${amount} %`
    case 'risk':
      return `${amount} ${money} risk`
  }
}

/** Unit of a family's sizes in a sentence: `contracts` or `shares`. */
export const contractsOf = (family: Family): string => FAMILY_RULES[family].contracts

/** `50 contracts`, `100 USDC`, `25 % of max`, `20 USDC risk, stop 0.5 away`: the complete text. */
export function presetLabel(family: Family, preset: SizePreset, money: Collateral): string {
  const text = presetText(preset, money)
  switch (preset.by) {
    case 'contracts':
      return `${text} ${contractsOf(family)}`
    case 'money':
      return text
    case 'percent':
      return `${trimZeros(preset.amount)} % of max`
    case 'risk':
      return `${text}, stop ${trimZeros(preset.stop)} away`
  }
}

/** Accessible name of the control: it contains the visible text, so that voice control works. */
export function presetName(family: Family, preset: SizePreset, money: Collateral): string {
  const [text, label] = [presetText(preset, money), presetLabel(family, preset, money)]
  return label.includes(text) ? label : `${text}, ${label}`
}
