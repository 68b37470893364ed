/** Why nothing of a market family is shown, in words. Pure. */
import { marketsOf } from '../../../contract/family-rules.ts'
import type { Family } from '../../../contract/market-ref.ts'
import type { Feature } from '../../../contract/session.ts'

interface Absence {
  /** What is the matter; null where that is nothing that lasts. */
  readonly title: string | null
  readonly reason: string
}

/** Null where the family is offered. That nobody knows is another thing than that there is none. */
export function absenceOf(family: Family, feature: Feature | undefined): Absence | null {
  if (feature === undefined || feature.on) return null
  switch (feature.unread) {
    case 'pending':
      return { title: null, reason: feature.reason }
    case 'failed':
      return {
        title: `${marketsOf(family)} could not be read`,
        reason: `${feature.reason} It is asked for again by itself.`,
      }
    case undefined:
      return { title: `There is no ${family} market here`, reason: feature.reason }
  }
}
