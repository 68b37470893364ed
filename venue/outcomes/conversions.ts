/**
 * Conversions between USDH and shares, and between shares. None changes what the question must pay out, for any result: a set of all sides is worth
 * exactly 1; one Yes of every outcome of an exclusive question is worth exactly 1; and No of one outcome pays when any other wins, as Yes shares of
 * all the others do together.
 */

import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import { moneyText, readShares, sharesText, VenueError } from '../market/index.ts'
import { requireOpen } from './checks.ts'
import type { ConversionKind, ConversionRequest } from './interface.ts'
import type { Listed } from './listed.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf } from './shares.ts'

/** A checked conversion. */
export interface PlannedConversion {
  readonly kind: ConversionKind
  readonly outcomeId: number | null
  readonly questionId: number | null
  readonly lots: number
  /** Shares given and received, by asset. */
  readonly gives: readonly number[]
  readonly takes: readonly number[]
}

const YES = 0
const NO = 1
const bad = (field: string, detail: string): VenueError => new VenueError(400, 'bad_request', detail, field)

/** Checks a conversion. @throws VenueError `unknown_outcome`, `market_closed`, `insufficient_margin`, `insufficient_shares`, `bad_request` */
export function planConversion(
  market: OutcomeMarket,
  account: LedgerAccount,
  request: ConversionRequest,
): PlannedConversion {
  const { kind } = request
  const lots = request.amount === null ? null : readShares(request.amount, 'amount')
  if (kind === 'split') {
    const listed = outcomeOf(market, request)
    requireOpen(listed, true)
    if (lots === null) throw bad('amount', 'A split needs an amount.')
    const available = market.exchange.shares.available(account)
    if (shareValue(CERTAIN, lots) > available) {
      const detail = `Needs ${moneyText(shareValue(CERTAIN, lots))} USDH in the outcomes balance; ${moneyText(available)} is available.`
      throw new VenueError(409, 'insufficient_margin', detail, 'amount')
    }
    return { kind, outcomeId: listed.spec.id, questionId: null, lots, gives: [], takes: sidesOf(listed) }
  }
  const { outcomeId, questionId, gives, takes } = sharesOf(market, request)
  const free = Math.min(...gives.map((asset) => market.exchange.shares.free(account, asset)))
  const all = lots ?? free
  if (all > free || all === 0) {
    const detail =
      free === 0
        ? 'No free shares to convert: all are in sell orders, or none are held.'
        : `Needs ${sharesText(all)} of each share; ${sharesText(free)} is free.`
    throw new VenueError(409, 'insufficient_shares', detail, 'amount')
  }
  return { kind, outcomeId, questionId, lots: all, gives, takes }
}

/** Executes a planned conversion. */
export function carryOut(market: OutcomeMarket, account: LedgerAccount, plan: PlannedConversion): void {
  const { shares } = market.exchange
  let cost = 0n
  for (const asset of plan.gives) cost += shares.remove(account, asset, plan.lots)
  if (plan.kind === 'split') {
    shares.back(account, plan.lots)
    cost = shareValue(CERTAIN, plan.lots)
  } else if (plan.kind !== 'negate') shares.back(account, -plan.lots)
  plan.takes.forEach((asset, i) => {
    // The cost is spread evenly; the last one takes the remainder, so that nothing is lost.
    const part = cost / BigInt(plan.takes.length - i)
    cost -= part
    shares.add(account, asset, plan.lots, part)
  })
}

function sharesOf(market: OutcomeMarket, request: ConversionRequest) {
  const { kind } = request
  if (kind === 'merge') {
    const listed = outcomeOf(market, request)
    requireOpen(listed, false)
    return { outcomeId: listed.spec.id, questionId: null, gives: sidesOf(listed), takes: [] }
  }
  if (kind !== 'merge_question' && kind !== 'negate')
    throw bad('kind', `There is no conversion ${JSON.stringify(kind)}.`)
  const questionId = request.questionId ?? -1
  const members = market.listed().filter((listed) => listed.question.id === questionId)
  const [first] = members
  if (first === undefined) {
    throw new VenueError(404, 'unknown_question', `There is no question ${request.questionId}.`, 'questionId')
  }
  if (!first.question.exclusive) {
    throw bad('questionId', 'Only an exclusive question can be merged or negated.')
  }
  for (const listed of members) requireOpen(listed, kind === 'negate')
  const yesOf = (listed: Listed): number => assetOf(listed.spec.id, YES)
  if (kind === 'merge_question') return { outcomeId: null, questionId, gives: members.map(yesOf), takes: [] }
  const negated = members.find(({ spec }) => spec.id === request.outcomeId)
  if (negated === undefined)
    throw bad('outcomeId', `Outcome ${request.outcomeId} is not part of question ${questionId}.`)
  return {
    outcomeId: negated.spec.id,
    questionId,
    gives: [assetOf(negated.spec.id, NO)],
    takes: members.filter((listed) => listed !== negated).map(yesOf),
  }
}

function outcomeOf(market: OutcomeMarket, request: ConversionRequest): Listed {
  if (request.outcomeId === null) throw bad('outcomeId', 'The conversion needs an outcomeId.')
  return market.outcome(request.outcomeId)
}

const sidesOf = (listed: Listed): number[] => listed.spec.sides.map((_, side) => assetOf(listed.spec.id, side))
