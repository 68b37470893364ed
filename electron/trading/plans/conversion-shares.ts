/** Which shares a conversion takes, and whether so many are held. Pure. */
import type { AccountView } from '../../../contract/account.ts'
import { compare, lesser, type Size, signOf } from '../../../contract/decimal.ts'
import type { ConvertIntent } from '../../../contract/intent.ts'
import type { Refusal } from '../actions/index.ts'
import { NONE, positionIn } from './guards.ts'
import type { MarketFacts } from './interface.ts'

const YES = 0
const NO = 1

/** Why the shares that are held do not suffice, or null; what no read tells is left to the service. */
export function sharesRefusal(
  intent: ConvertIntent,
  account: AccountView,
  facts: Pick<MarketFacts, 'outcome'>,
): Refusal | null {
  const coins = coinsTaken(intent, facts)
  if (coins.length === 0) return null
  const most = coins.map((coin) => positionIn(account, coin)?.size ?? NONE).reduce((least, one) => lesser(least, one))
  const { amount } = intent
  if (amount === null ? signOf(most) > 0 : compare(amount, most) <= 0) return null
  const each = coins.length > 1 ? `of each of ${coins.join(', ')}` : `of ${coins[0]}`
  const message = `The account holds ${most as Size} ${each}; ${amount === null ? 'there is nothing to convert' : `${amount} is more`}.`
  return { code: 'not_enough_shares', message, field: 'size' }
}

/** Coins of which a conversion takes the same number each; none where that is not known. */
function coinsTaken(
  { conversion, outcomeId, questionId }: ConvertIntent,
  facts: Pick<MarketFacts, 'outcome'>,
): readonly string[] {
  switch (conversion) {
    case 'split':
      return []
    case 'merge':
      return [coinOf(outcomeId, YES), coinOf(outcomeId, NO)]
    case 'negate':
      return [coinOf(outcomeId, NO)]
    case 'merge_question': {
      const questions = facts.outcome(coinOf(outcomeId, YES))?.market.questions ?? []
      const question = questions.find(({ id }) => id === questionId)
      return (question?.outcomes ?? []).map((outcome) => coinOf(outcome, YES))
    }
  }
}

/** The coin of a side (docs/service/signing.md#asset-numbers). */
const coinOf = (outcomeId: number, side: number): string => `#${10 * outcomeId + side}`
