/** The shared state of every section of the settlement desk, updated once a second: with the assumptions, and the model's figures as text. */

import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import type { Fahrenheit, Price } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import {
  type Assumptions,
  type Distribution,
  FACTOR_BOUNDS,
  type Forecast,
  HISTORY_HOURS,
  type HistoryHours,
  type NotEnough,
  OWN_BOUNDS,
  quantileOf,
  type SeenOfWindow,
  USUAL_ASSUMPTIONS,
} from '../../../contract/settlement/index.ts'
import {
  expectedChange,
  type ForecastPoint,
  type ForecastSkill,
  MIN_BUCKETS,
  middleAhead,
} from '../../../contract/weather/index.ts'
import { temperatureText } from '../../format/index.ts'
import { MESSAGES } from './messages.ts'

/** As chosen and typed. */
export interface ChosenAssumptions {
  readonly hours: HistoryHours
  readonly drift: boolean
  /** Whether the forecast of the station replaces the drift of the past. */
  readonly weather: boolean
  readonly by: 'past' | 'own'
  /** Typed. */
  readonly factor: string
  /** Typed, °F per square root of an hour. */
  readonly own: string
}

export const USUAL_CHOICE: ChosenAssumptions = {
  hours: USUAL_ASSUMPTIONS.hours,
  drift: USUAL_ASSUMPTIONS.drift,
  weather: false,
  by: 'past',
  factor: '1',
  own: '0.80',
}

const LONGEST = 20
const textOr = (kept: unknown, usual: string): string => (typeof kept === 'string' ? kept.slice(0, LONGEST) : usual)

/** Parses the saved choice; invalid values fall back to the default. */
export function choiceFrom(kept: unknown): ChosenAssumptions {
  if (typeof kept !== 'object' || kept === null) return USUAL_CHOICE
  const { hours, drift, weather, by, factor, own } = kept as Partial<Record<keyof ChosenAssumptions, unknown>>
  return {
    hours: HISTORY_HOURS.find((one) => one === hours) ?? USUAL_CHOICE.hours,
    drift: typeof drift === 'boolean' ? drift : USUAL_CHOICE.drift,
    weather: weather === true,
    by: by === 'own' ? 'own' : 'past',
    factor: textOr(factor, USUAL_CHOICE.factor),
    own: textOr(own, USUAL_CHOICE.own),
  }
}

const TYPED = /^\d*\.?\d+$/

/** The error of a typed figure, as a sentence; null if valid. */
function figureIssue(text: string, name: string, [least, most]: readonly [number, number]): string | null {
  const value = TYPED.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? null : MESSAGES.outOfBounds(name, least, most)
}

export const factorIssue = ({ factor }: ChosenAssumptions): string | null =>
  figureIssue(factor, 'Factor', FACTOR_BOUNDS)
export const ownIssue = ({ own }: ChosenAssumptions): string | null => figureIssue(own, 'Volatility', OWN_BOUNDS)

/** The assumptions of the forecast; null while their text cannot be parsed. */
export function assumptionsOf(chosen: ChosenAssumptions): Assumptions | null {
  const { hours, drift, by, factor, own } = chosen
  if (by === 'own') {
    return ownIssue(chosen) === null ? { hours, drift, volatility: { by, perRootHour: Number(own) } } : null
  }
  return factorIssue(chosen) === null ? { hours, drift, volatility: { by, factor: Number(factor) } } : null
}

/** The state of the forecast. */
export type DeskForecast =
  | Forecast
  | NotEnough
  | { readonly is: 'loading' }
  | { readonly is: 'error'; readonly message: string; readonly again: () => void }
  /** The missing input, as a sentence. */
  | { readonly is: 'missing'; readonly reason: string }

/** The observed part of the final window. */
export interface WindowSeen extends SeenOfWindow {
  /** Elapsed ms of it in which this terminal saw no mark. */
  readonly missedMs: number
}

/** The forecast of the station as an input. */
export interface DeskWeather {
  /** Null while it is not wanted, or not known yet. */
  readonly skill: ForecastSkill | null
  /** Expected displacement of the remaining average, °F; null while it is not used. */
  readonly drift: number | null
}

/**
 * The expected displacement by a weather forecast; null while that is not wanted, its skill was measured on too few buckets, or it does not reach.
 * Pure.
 */
export function weatherDrift(
  skill: ForecastSkill | null,
  points: readonly ForecastPoint[] | null,
  { now, end, window }: { readonly now: number; readonly end: number; readonly window: number },
): number | null {
  if (skill === null || skill.buckets < MIN_BUCKETS || points === null) return null
  return expectedChange(points, now, middleAhead(now, end, window))
}

export interface Desk {
  readonly instrument: ScalarInstrument
  readonly bucket: Bucket
  readonly view: BucketView
  /** By the service's clock, in whole seconds, ms. */
  readonly now: number
  readonly mark: Price | null
  /** Price step. */
  readonly tick: Price
  /** Null before the final window, and while nothing of it has been observed. */
  readonly seen: WindowSeen | null
  readonly forecast: DeskForecast
  readonly weather: DeskWeather
  /** The trader's position in this bucket; null when flat or unknown. */
  readonly position: Position | null
  /** Its held stops and targets with a price. */
  readonly exits: readonly ConditionalView[]
  readonly chosen: ChosenAssumptions
  readonly choose: (change: Partial<ChosenAssumptions>) => void
}

/** Props of a section. */
export interface SectionProps {
  readonly desk: Desk
}

/** Up to this much missed time, the observed part still represents the whole window, ms. */
export const MAX_MISSED = 5000

/** The observed part of the final window at a moment; null before it and while nothing has been observed. Pure. */
export function windowSeen(
  { twapEstimate, twapWindow }: Pick<BucketView, 'twapEstimate' | 'twapWindow'>,
  { end }: Pick<Bucket, 'end'>,
  now: number,
): WindowSeen | null {
  const over = Math.min(twapWindow, twapWindow - (end - now))
  if (twapEstimate === null || over <= 0) return null
  return {
    mark: twapEstimate.mark,
    seenMs: over,
    windowMs: twapWindow,
    missedMs: Math.max(0, over - twapEstimate.coveredMs),
  }
}

const OFFSET = 500
const PLACES = 2

/** A mark of the model as a temperature. */
export const degreesOf = (mark: number, hasUnit = true): string => {
  const text = temperatureText((mark - OFFSET).toFixed(PLACES).replace(/^-(0\.?0*)$/, '$1') as Fahrenheit)
  return hasUnit ? text : text.replace(/\s*°[FC]$/, '')
}
/** A mark as text. */
export const markOf = (mark: number): string => mark.toFixed(PLACES)

/** A probability in percent: to a tenth near the ends, where a tenth matters. */
export function chanceText(p: number): string {
  if (p < 0.001) return '< 0.1 %'
  if (p > 0.999) return '> 99.9 %'
  return `${(p * 100).toFixed(p < 0.1 || p > 0.9 ? 1 : 0)} %`
}

/** The drawn bands, the widest first, each with the probability outside of it on either side. */
const BANDS = [
  { name: '95 %', tail: 0.025 },
  { name: '80 %', tail: 0.1 },
  { name: '50 %', tail: 0.25 },
] as const

export const bandsOf = (distribution: Distribution) =>
  BANDS.map(({ name, tail }) => ({
    name,
    low: quantileOf(distribution, tail),
    high: quantileOf(distribution, 1 - tail),
  })).reverse()
