/** What the forecast of a settlement takes for granted, as the trader chose it. */

/** How much of the past is asked, hours. */
export const HISTORY_HOURS = [24, 72, 168, 336] as const
export type HistoryHours = (typeof HISTORY_HOURS)[number]

/** Where the width of the distribution comes from. */
export type Volatility =
  /** As the past had it, times a factor. */
  | { readonly by: 'past'; readonly factor: number }
  /** The trader's own, of a mark that wanders without memory: °F in the square root of an hour. */
  | { readonly by: 'own'; readonly perRootHour: number }

export interface Assumptions {
  readonly hours: HistoryHours
  /** Whether the mark is expected to go where the past says, once that has proven itself; else to stay where it is. */
  readonly drift: boolean
  readonly volatility: Volatility
}

export const USUAL_ASSUMPTIONS: Assumptions = { hours: 336, drift: true, volatility: { by: 'past', factor: 1 } }

/** Between which a factor makes sense. */
export const FACTOR_BOUNDS = [0.1, 10] as const
/** Between which an own volatility makes sense, °F in the square root of an hour. */
export const OWN_BOUNDS = [0.01, 50] as const
