/** The assumptions as they stand in the panel's options: typed texts, and what they come to. Pure. */
import {
  type Assumptions,
  FACTOR_BOUNDS,
  HISTORY_HOURS,
  type HistoryHours,
  OWN_BOUNDS,
  USUAL_ASSUMPTIONS,
} from '../../../contract/settlement/index.ts'
import { MESSAGES } from './messages.ts'

/** As chosen and typed. */
export interface ChosenAssumptions {
  readonly hours: HistoryHours
  readonly drift: boolean
  readonly by: 'past' | 'own'
  /** Typed. */
  readonly factor: string
  /** Typed, °F in the square root of an hour. */
  readonly own: string
}

export const USUAL_CHOICE: ChosenAssumptions = {
  hours: USUAL_ASSUMPTIONS.hours,
  drift: USUAL_ASSUMPTIONS.drift,
  by: 'past',
  factor: '1',
  own: '0.80',
}

const LONGEST = 20
const textOr = (kept: unknown, usual: string): string => (typeof kept === 'string' ? kept.slice(0, LONGEST) : usual)

/** What was kept, whatever it is; what cannot be one is as unless changed. */
export function choiceFrom(kept: unknown): ChosenAssumptions {
  if (typeof kept !== 'object' || kept === null) return USUAL_CHOICE
  const { hours, drift, by, factor, own } = kept as Partial<Record<keyof ChosenAssumptions, unknown>>
  return {
    hours: HISTORY_HOURS.find((one) => one === hours) ?? USUAL_CHOICE.hours,
    drift: typeof drift === 'boolean' ? drift : USUAL_CHOICE.drift,
    by: by === 'own' ? 'own' : 'past',
    factor: textOr(factor, USUAL_CHOICE.factor),
    own: textOr(own, USUAL_CHOICE.own),
  }
}

const TYPED = /^\d*\.?\d+$/

/** What is wrong with a typed figure, as a sentence; null where nothing is. */
function figureIssue(text: string, name: string, [least, most]: readonly [number, number]): string | null {
  const value = TYPED.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? null : MESSAGES.outOfBounds(name, least, most)
}

export const factorIssue = ({ factor }: ChosenAssumptions): string | null =>
  figureIssue(factor, 'Factor', FACTOR_BOUNDS)
export const ownIssue = ({ own }: ChosenAssumptions): string | null => figureIssue(own, 'Volatility', OWN_BOUNDS)

/** What is forecast by; null while what is typed for it cannot be read. */
export function assumptionsOf(chosen: ChosenAssumptions): Assumptions | null {
  const { hours, drift, by, factor, own } = chosen
  if (by === 'own') {
    return ownIssue(chosen) === null ? { hours, drift, volatility: { by, perRootHour: Number(own) } } : null
  }
  return factorIssue(chosen) === null ? { hours, drift, volatility: { by, factor: Number(factor) } } : null
}
