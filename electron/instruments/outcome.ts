/** Outcome refs resolved: one side of an outcome market (docs/service/outcomes.md#meta). Pure. */
import { outcomeEntry } from '../../contract/entry.ts'
import type { NotHere, OutcomeInstrument } from '../../contract/instrument.ts'
import { type OutcomeRef, refText } from '../../contract/market-ref.ts'
import type { OutcomeMarket, OutcomesView } from '../../contract/outcome.ts'
import { marketName, ownName, questionOf } from '../../contract/outcome-names.ts'
import { notHere } from './not-here.ts'
import { outcomePhase } from './phases.ts'

type Age = Pick<OutcomesView, 'receivedAt' | 'stale'>

/**
 * One side of a market; null where it has no such side.
 * @param now the service's time
 */
export function outcomeInstrument(
  market: OutcomeMarket,
  index: number,
  age: Age,
  now: number,
): OutcomeInstrument | null {
  const { outcomeId, sides } = market
  const side = sides.find((one) => one.index === index)
  if (side === undefined) return null
  const ref = refOf(outcomeId, index)
  const question = questionOf(market)
  const name = marketName(market)
  const [other, ...more] = sides.filter((one) => one.index !== index)
  return {
    here: true,
    family: 'outcome',
    ref,
    key: refText(ref),
    title: `${name}, ${side.name}`,
    subtitle: ownName(market) === null ? null : (question?.title ?? null),
    asset: side.coin,
    tick: market.tickSize,
    sizeDecimals: market.sizeDecimals,
    entry: outcomeEntry(market, now),
    phase: outcomePhase(market, now),
    start: null,
    entriesEnd: market.expiry,
    end: market.expiry,
    outcomeId,
    side: index,
    sideName: side.name,
    name,
    otherSide:
      other === undefined || more.length > 0
        ? null
        : { ref: refOf(outcomeId, other.index), name: other.name, coin: other.coin },
    question: question === null ? null : { id: question.id, title: question.title, several: question.several },
    winner: market.winner,
    ...age,
  }
}

const refOf = (outcomeId: number, side: number): OutcomeRef => ({ family: 'outcome', outcomeId, side })

/** What is said of a ref whose market, or whose side, the list does not have. */
export function outcomeNotHere(ref: OutcomeRef, market: OutcomeMarket | undefined): NotHere {
  const { outcomeId, side } = ref
  if (market === undefined)
    return notHere(ref, `outcome ${outcomeId}`, `This deployment lists no outcome ${outcomeId}.`)
  const names = market.sides.map(({ name }) => name).join(' and ')
  return notHere(ref, `outcome ${outcomeId}, side ${side}`, `${marketName(market)} has only ${names}.`)
}
