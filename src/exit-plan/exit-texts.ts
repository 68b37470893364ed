/** The typed texts of an exit plan and their terms or issues, in the typed unit. Pure. */

import type { Family } from '../../contract/account.ts'
import {
  add,
  compare,
  type Decimal,
  HUNDRED,
  isMultipleOf,
  notNumber,
  type Price,
  parseTyped,
  type Size,
  signOf,
  subtract,
} from '../../contract/decimal.ts'
import {
  type ExitAfter,
  type ExitField,
  type ExitLevel,
  type ExitShare,
  type ExitTerms,
  termsIssue,
} from '../../contract/exit-plan.ts'
import { type ExitSide, isBetter } from '../../contract/exit-rules.ts'
import { FAMILY_RULES, isPriceOf, ofPricedSide } from '../../contract/family-rules.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../contract/mark.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { Settings } from '../../contract/settings-table.ts'

/** When a stop starts to move, as chosen. */
export type AfterChoice = ExitAfter['when']

export interface TargetTexts {
  readonly level: string
  readonly share: string
}

/** All typed and chosen inputs; an empty text requests nothing. */
export interface ExitTexts {
  readonly stop: string
  readonly targets: readonly TargetTexts[]
  readonly breakEven: 'off' | Exclude<AfterChoice, 'at_once'>
  readonly breakEvenBy: string
  readonly trail: string
  readonly trailAfter: AfterChoice
  readonly trailBy: string
  readonly outBefore: string
  readonly covers: string
}

export const NO_EXITS: ExitTexts = {
  stop: '',
  targets: [{ level: '', share: '100' }],
  breakEven: 'off',
  breakEvenBy: '',
  trail: '',
  trailAfter: 'at_once',
  trailBy: '',
  outBefore: '',
  covers: '',
}

export type PriceUnit = 'mark' | 'fahrenheit'

/** How texts are parsed. */
export interface ExitReading {
  readonly family: Family
  /** Stop and targets are prices, or distances from the entry. */
  readonly levels: 'price' | 'distance'
  readonly unit: PriceUnit
  /** Targets share in percent, or in contracts. */
  readonly shares: ExitShare['of']
  /** Null for an order that may be a buy or a sale: a distance then has no price. */
  readonly side: ExitSide | null
  /** The watched price; null while unknown. */
  readonly now: Price | null
  readonly tick: Price | null
  /** Size of the position that the plan may cover; null for an order, whose fills are unknown. */
  readonly held: Size | null
}

/** A field of the form. */
export type ExitKey = ExitField | `share/${number}` | 'covers'

export interface ReadExits {
  readonly terms: ExitTerms
  readonly covers: Size | null
  /** Whether nothing at all is requested. */
  readonly isEmpty: boolean
  readonly issues: ReadonlyMap<ExitKey | null, string>
}

const LONGEST = 86_400

/** The default unit of typed prices. @param prices the setting "Scalar prices" */
export const firstUnit = (family: Family, prices: Settings['prices']): PriceUnit =>
  FAMILY_RULES[family].isMark && prices === 'temperature' ? 'fahrenheit' : 'mark'

/** A price as typed in a unit. */
export const typedPrice = (price: Price, unit: PriceUnit): string => (unit === 'mark' ? price : fahrenheitOfMark(price))

/** The unit of a typed price: `mark`, `°F`, `of UP`. */
export function unitText(family: Family, unit: PriceUnit): string {
  if (FAMILY_RULES[family].isMark) return unit === 'mark' ? 'mark' : '°F'
  return ofPricedSide(family).trim() || 'a share'
}

/** The price of a text; null for none, and for text that is not a number. */
function priceOf(text: string, { family, unit }: Pick<ExitReading, 'family' | 'unit'>): Price | null {
  const typed = parseTyped(text)
  if (typed === null) return null
  return FAMILY_RULES[family].isMark && unit === 'fahrenheit'
    ? markOfFahrenheit(typed as never)
    : (typed as Decimal as Price)
}

/** The terms, where the texts form any, and all issues. */
export function readExits(texts: ExitTexts, reading: ExitReading): ReadExits {
  const issues = new Map<ExitKey | null, string>()
  const say = (key: ExitKey, text: string | null): void => {
    if (text !== null && !issues.has(key)) issues.set(key, text)
  }
  const stop = levelOf(texts.stop, 'stop', 'stop', reading, say)
  const targets = texts.targets.flatMap((one, index) => {
    const level = levelOf(one.level, 'target', `target/${index}`, reading, say)
    if (level === null) return []
    const share = shareOf(one.share, index, reading, say)
    return share === null ? [] : [{ level, share }]
  })
  const breakEven =
    texts.breakEven === 'off' ? null : afterOf(texts.breakEven, texts.breakEvenBy, 'breakEven', reading, say)
  const distance = distanceOf(texts.trail, 'trail', reading, say)
  const after = distance === null ? null : afterOf(texts.trailAfter, texts.trailBy, 'trail', reading, say)
  const trail = distance === null || after === null ? null : { distance, after }
  const outBefore = secondsOf(texts.outBefore, say)
  const covers = coversOf(texts.covers, reading, say)
  const terms: ExitTerms = { stop, targets, breakEven, trail, outBefore }
  const asksNothing =
    stop === null && targets.length === 0 && breakEven === null && trail === null && outBefore === null
  const isEmpty = asksNothing && issues.size === 0
  const issue = issues.size > 0 || isEmpty ? null : termsIssue(terms)
  if (issue !== null) issues.set(issue.field, issue.message)
  return { terms, covers, isEmpty, issues }
}

type Say = (key: ExitKey, text: string | null) => void

const numberIssue = (text: string): string | null =>
  text.trim() === '' || parseTyped(text) !== null ? null : notNumber('The value', text)

function levelOf(
  text: string,
  kind: 'stop' | 'target',
  key: ExitKey,
  reading: ExitReading,
  say: Say,
): ExitLevel | null {
  if (text.trim() === '') return null
  if (reading.levels === 'distance') {
    const distance = distanceOf(text, key, reading, say)
    return distance === null ? null : { by: 'distance', distance }
  }
  const price = priceOf(text, reading)
  if (price === null) {
    say(key, numberIssue(text))
    return null
  }
  say(key, priceLabel(price, kind, reading))
  return { by: 'price', price }
}

/** The issue of a price, in the unit it was typed in. */
function priceLabel(price: Price, kind: 'stop' | 'target', reading: ExitReading): string | null {
  const { family, unit, tick, now, side } = reading
  const shown = (one: Price): string => `${typedPrice(one, unit)} ${unitText(family, unit)}`.trim()
  if (!isPriceOf(family, price)) {
    return FAMILY_RULES[family].isMark
      ? `${shown(price)}: the mark must be greater than 0.`
      : `${shown(price)}: the price must be between 0 and 1.`
  }
  if (tick !== null && !isMultipleOf(price, tick)) return `${shown(price)} is not a multiple of the tick, ${tick}.`
  if (now === null || side === null) return null
  const isBeyond = kind === 'target' ? isBetter(side, price, now) : isBetter(side, now, price)
  if (isBeyond) return null
  return (kind === 'target') === (side === 'long') ? `Must be above ${shown(now)}.` : `Must be below ${shown(now)}.`
}

function distanceOf(text: string, key: ExitKey, { tick }: Pick<ExitReading, 'tick'>, say: Say): Price | null {
  if (text.trim() === '') return null
  const typed = parseTyped(text)
  if (typed === null) {
    say(key, numberIssue(text))
    return null
  }
  if (signOf(typed) <= 0) say(key, 'Distance must be greater than 0.')
  else if (tick !== null && compare(typed, tick) < 0) say(key, `The minimum distance is one tick, ${tick}.`)
  return typed as Decimal as Price
}

function shareOf(text: string, index: number, { shares }: ExitReading, say: Say): ExitShare | null {
  const typed = parseTyped(text)
  if (typed === null || signOf(typed) <= 0) {
    say(`share/${index}`, text.trim() === '' ? COMMON.sizeMissing : (numberIssue(text) ?? 'Must be greater than 0.'))
    return null
  }
  return shares === 'position'
    ? { of: 'position', percent: typed as Decimal }
    : { of: 'contracts', size: typed as Decimal as Size }
}

function afterOf(when: AfterChoice, by: string, key: ExitKey, reading: ExitReading, say: Say): ExitAfter | null {
  if (when !== 'moved') return { when }
  const distance = distanceOf(by, key, reading, say)
  if (distance === null) say(key, by.trim() === '' ? 'Distance is missing.' : null)
  return distance === null ? null : { when, distance }
}

function secondsOf(text: string, say: Say): number | null {
  if (text.trim() === '') return null
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  if (seconds <= LONGEST) return seconds
  say('outBefore', `Whole seconds, at most ${LONGEST}.`)
  return null
}

function coversOf(text: string, { held }: ExitReading, say: Say): Size | null {
  if (text.trim() === '') return null
  const typed = parseTyped(text)
  if (typed === null || signOf(typed) <= 0) say('covers', numberIssue(text) ?? 'Must be greater than 0.')
  else if (held !== null && compare(typed, held) > 0) say('covers', `At most ${held}.`)
  return typed as Size | null
}

/** The same plan with prices in another unit. */
export function inUnit(texts: ExitTexts, unit: PriceUnit): ExitTexts {
  const other = (text: string): string => {
    const typed = parseTyped(text)
    if (typed === null) return text
    return unit === 'mark' ? markOfFahrenheit(typed as never) : fahrenheitOfMark(typed as never)
  }
  return {
    ...texts,
    stop: other(texts.stop),
    targets: texts.targets.map((one) => ({ ...one, level: other(one.level) })),
  }
}

/** One more target, for the share that the others leave. */
export function withTarget(texts: ExitTexts): ExitTexts {
  const [first] = texts.targets
  if (texts.targets.length === 1 && first?.share === '100') {
    return {
      ...texts,
      targets: [
        { ...first, share: '50' },
        { level: '', share: '50' },
      ],
    }
  }
  const sum = texts.targets.reduce<Decimal>(
    (total, { share }) => add(total, parseTyped(share) ?? ('0' as Decimal)),
    '0' as Decimal,
  )
  const rest = compare(sum, HUNDRED) < 0 ? subtract(HUNDRED, sum) : ''
  return { ...texts, targets: [...texts.targets, { level: '', share: rest }] }
}
