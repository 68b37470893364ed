/** A question about the past as the database is asked it: whose, between which moments. */
import type { Collateral } from '../../contract/collateral.ts'
import type { PastQuery } from '../../contract/past.ts'
import type { PastOf } from '../storage/index.ts'

/** From and to are the service's time, the end left out. */
export type PastAsked<Query extends PastQuery = PastQuery> = Query & {
  readonly of: PastOf
  readonly from: number
  readonly to: number
  /** What outcome markets are settled in. */
  readonly outcomes: Collateral
}

export type AskedOf<K extends PastQuery['kind']> = PastAsked<Extract<PastQuery, { readonly kind: K }>>

/** The number of a family in the tables of figures is its place. */
export const FAMILIES = ['scalar', 'binary', 'outcome'] as const
