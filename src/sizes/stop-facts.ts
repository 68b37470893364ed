/** The stop of an order that is not sent yet, as its exit plan has it: what a risk is counted to. Pure. */
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import { type ExitDraft, readExits, TICKET_CLOSES } from '../exit-plan/index.ts'
import type { StopFacts } from '../markets/sizing/index.ts'

/** Null where the plan has none, or where it is wrong. A trail that begins at once is a stop at its distance. */
export function stopFactsOf({ texts, shares }: ExitDraft, family: Family, tick: Price | null): StopFacts | null {
  const { terms, issues } = readExits(texts, {
    ...{ family, levels: 'distance', unit: 'mark', shares, side: null, now: null, tick, held: null },
  })
  if (issues.size > 0) return null
  const { stop, trail } = terms
  const slack = TICKET_CLOSES[family].bound ?? TICKET_CLOSES[family].distance
  if (stop?.by === 'distance') return { distance: stop.distance, slack }
  return stop === null && trail?.after.when === 'at_once' ? { distance: trail.distance, slack } : null
}
