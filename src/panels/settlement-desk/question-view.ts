/** A question of which exactly one outcome comes true, as the desk shows it: each outcome's band, its place on the axis, its age. Pure. */
import type { Fahrenheit, Price } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { questionOf } from '../../../contract/outcome-names.ts'
import {
  type Band,
  type Claim,
  type CompleteSet,
  completeSetOf,
  type Implied,
  impliedBy,
  narrowed,
  orderOnAxis,
  type Quoted,
  readClaim,
  type SetMember,
} from '../../relative-value/index.ts'
import type { JudgedBooks } from './use-books.ts'

/** Complete sets of the deployment, the one that ends first before others. */
export function setsOf(markets: readonly OutcomeMarket[]): readonly CompleteSet[] {
  const byKey = new Map<string, CompleteSet>()
  for (const market of markets) {
    const set = completeSetOf(market, markets)
    if (set !== null) byKey.set(set.key, set)
  }
  return [...byKey.values()].sort(
    (a, b) => (a.expiry ?? Number.MAX_SAFE_INTEGER) - (b.expiry ?? Number.MAX_SAFE_INTEGER),
  )
}

/** One outcome of it. */
export interface OutcomeRow extends Quoted {
  readonly member: SetMember
  readonly tick: Price | null
  readonly claim: Claim | null
  /** Between which probabilities the books of all together put it; null while one of them is missing or out of date. */
  readonly narrowed: Band | null
  /** Where all of them together come to 1; null where no such probabilities exist, or not all prices are current. */
  readonly share: Price | null
  readonly isStale: boolean
  /** Whether its book has come. */
  readonly isRead: boolean
}

export interface QuestionView {
  /** From low to high where they are placed on the axis, else as the service lists them. */
  readonly rows: readonly OutcomeRow[]
  /** Temperatures between the outcomes, in order; null where their words do not place all of them with certainty. */
  readonly edges: readonly Fahrenheit[] | null
  /** By all outcomes; null while a book is missing or out of date. */
  readonly implied: Implied | null
}

export function questionView(set: CompleteSet, markets: readonly OutcomeMarket[], books: JudgedBooks): QuestionView {
  const facts = set.members.map((member) => {
    const market = markets.find(({ outcomeId }) => outcomeId === member.outcomeId)
    const question = market === undefined ? null : questionOf(market)
    const claim =
      set.kind === 'sides'
        ? null
        : readClaim({ name: member.name, title: question?.title ?? '', rules: question?.rules ?? null })
    const book = books.last(member.coin)
    return {
      member,
      claim,
      tick: market?.tickSize ?? null,
      bid: book?.bids[0]?.px ?? null,
      ask: book?.asks[0]?.px ?? null,
      isStale: books.age(member.coin).isStale,
      isRead: book !== null,
    }
  })
  const isCounted = facts.every(({ isRead, isStale }) => isRead && !isStale)
  const implied = isCounted ? impliedBy(facts) : null
  const bands = implied?.coherence === 'coherent' ? narrowed(implied.bands) : null
  const order = orderOnAxis(facts.map(({ claim }) => claim))
  const rows = facts.map(
    (fact, at): OutcomeRow => ({ ...fact, narrowed: bands?.[at] ?? null, share: implied?.shares?.[at] ?? null }),
  )
  const ordered = order === null ? rows : order.flatMap((at) => rows[at] ?? [])
  const edges = order === null ? null : ordered.slice(1).flatMap(({ claim }) => claim?.low ?? [])
  return { rows: ordered, edges, implied }
}

/** How wide each outcome is on the axis, °F; the two open ends as wide as the widest of the others, and at least a degree. */
export function widthsOf(rows: readonly Pick<OutcomeRow, 'claim'>[]): readonly number[] {
  const spans = rows.map(({ claim }) =>
    claim?.low == null || claim.high === null ? null : Number(claim.high) - Number(claim.low),
  )
  const open = Math.max(1, ...spans.map((span) => span ?? 0))
  return spans.map((span) => span ?? open)
}
