/** Why nothing of a market family is shown, in words. Pure. */
import type { Family } from '../../../contract/market-ref.ts'
import type { Feature } from '../../../contract/session.ts'

interface Absence {
  /** What is the matter; null where that is nothing that lasts. */
  readonly title: string | null
  readonly reason: string
}

const WORDS: Readonly<Record<Family, { readonly one: string; readonly some: string }>> = {
  scalar: { one: 'scalar', some: 'Scalar' },
  binary: { one: 'binary', some: 'Binary' },
  outcome: { one: 'outcome', some: 'Outcome' },
}

/** Null where the family is offered. That nobody knows is another thing than that there is none. */
export function absenceOf(family: Family, feature: Feature | undefined): Absence | null {
  if (feature === undefined || feature.on) return null
  const { one, some } = WORDS[family]
  switch (feature.unread) {
    case 'pending':
      return { title: null, reason: feature.reason }
    case 'failed':
      return {
        title: `${some} markets could not be read`,
        reason: `${feature.reason} It is asked for again by itself.`,
      }
    case undefined:
      return { title: `There is no ${one} market here`, reason: feature.reason }
  }
}
