/** `GET /v1/outcomes/meta` (docs/service/outcomes.md#meta). */

import { isCoin, type OutcomeMarket, type OutcomeQuestion, type OutcomeSide } from '../../../contract/outcome.ts'
import { safeName } from '../../../contract/safe-text.ts'
import { distinct } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { ownMinimum, rulesOf } from './market-rules.ts'

export function outcomesOf(answer: Wire): readonly OutcomeMarket[] {
  const markets = withOwnCoins(
    distinct(answer.items('outcomes', 'markets').map(marketOf), ({ outcomeId }) => outcomeId),
  )
  /** The markets that name each question: a service need not list the outcomes of a question. */
  const answers = new Map<number, Set<number>>()
  for (const { outcomeId, questions } of markets) {
    for (const { id, outcomes } of questions) {
      const known = answers.get(id) ?? new Set<number>()
      for (const each of [outcomeId, ...outcomes]) known.add(each)
      answers.set(id, known)
    }
  }
  const named = (question: OutcomeQuestion) => ({ ...question, several: (answers.get(question.id)?.size ?? 0) > 1 })
  return markets.map((market) => ({ ...market, questions: market.questions.map(named) }))
}

/**
 * The markets without those that reuse a coin of an earlier one: prices, positions and orders identify a side only by its coin, and a market with
 * only some of its sides would have wrong sets.
 */
function withOwnCoins(markets: readonly OutcomeMarket[]): readonly OutcomeMarket[] {
  const taken = new Set<string>()
  return markets.filter(({ sides }) => {
    const isOwn = sides.every(({ coin }) => !taken.has(coin))
    if (isOwn) for (const { coin } of sides) taken.add(coin)
    return isOwn
  })
}

function marketOf(market: Wire): OutcomeMarket {
  const outcomeId = market.at('outcomeId', 'id').integer()
  const { maxLeverage: _, ...rules } = rulesOf(market)
  return {
    outcomeId,
    name: market.at('name').name(),
    sides: distinct(
      market
        .at('sides')
        .items()
        .map((side, position) => sideOf(side, outcomeId, position)),
      ({ coin }) => coin,
    ),
    questions: distinct(market.at('questions').optional((wire) => wire.items().map(questionOf)) ?? [], ({ id }) => id),
    expiry: market.at('expiry', 'expires_at').optional((wire) => wire.time()),
    expired: market.at('expired').flag(),
    settling: market.at('settling').flag(),
    winner: market.at('winner').optional((wire) => wire.integer()),
    ...rules,
    ...ownMinimum(market),
    ...ownCollateral(market),
  }
}

/** The collateral that the service names; absent where it names none. */
function ownCollateral(market: Wire): Pick<OutcomeMarket, 'collateral'> {
  const named = market.at('collateral', 'quoteToken', 'quote_token').optional((wire) => wire.name())
  return named === null ? {} : { collateral: safeName(named.toUpperCase()) }
}

/** A side without a name is called by its coin. */
function sideOf(side: Wire, outcomeId: number, position: number): OutcomeSide {
  const coinField = side.at('coin')
  const coin = coinField.text()
  if (!isCoin(coin)) coinField.fail('should begin with #')
  const index = side.at('index', 'side').optional((wire) => wire.integer())
  const own = sideInCoin(coin, outcomeId)
  if (index !== null && own !== null && index !== own) side.at('index', 'side').fail(`should be ${own}, as in ${coin}`)
  return {
    index: index ?? own ?? position,
    name: side.at('name').optional((wire) => wire.name()) ?? safeName(coin),
    coin,
  }
}

/** The side encoded in the coin (docs/service/signing.md#asset-numbers): an order must never go to another one. */
function sideInCoin(coin: string, outcomeId: number): number | null {
  const side = /^#\d+$/.test(coin) ? Number(coin.slice(1)) - 10 * outcomeId : -1
  return side >= 0 && side < 10 ? side : null
}

const questionOf = (question: Wire): OutcomeQuestion => ({
  id: question.at('id', 'question_id').integer(),
  title: question.at('title', 'name', 'question').name(),
  rules: question.at('rules', 'description').optional((wire) => wire.block()),
  exclusive: question.at('exclusive').optional((wire) => wire.flag()),
  outcomes: distinct(
    question
      .at('outcomes')
      .optional((wire) =>
        wire.items().map((outcome) => (outcome.isObject ? outcome.at('outcomeId', 'id') : outcome).integer()),
      ) ?? [],
    (id) => id,
  ),
  several: false,
})
