/** Actions in a trader's words, the same in the ticket and in the activity list. */
import type { ActionRecord, ActionState } from '../../contract/action.ts'
import { assertNever } from '../../contract/brand.ts'
import { trimZeros } from '../../contract/decimal.ts'
import type { ConvertIntent, Intent, OutcomeOrderIntent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'

/** `Buy` or `Sell`. */
export const sideWord = (side: Side): string => (side === 'buy' ? 'Buy' : 'Sell')

/** What markets are called: coins and ids of outcome markets say nothing to a person. */
export interface Naming {
  /** An asset: itself, or of a coin its side and market: `Yes, Rain before midnight`. */
  readonly asset: (asset: string) => string
  readonly outcome: (outcomeId: number) => string
  readonly question: (questionId: number) => string
}

/** Names as the service's ids give them. */
export const PLAIN_NAMES: Naming = {
  asset: (asset) => asset,
  outcome: (outcomeId) => `outcome ${outcomeId}`,
  question: (questionId) => `question ${questionId}`,
}

/**
 * What was asked for: `Buy 150 NYCTMP1 at 571.80 GTC`. `others` are actions in which the order that a cancel names may be found.
 */
export function intentWords(intent: Intent, others: readonly ActionRecord[] = [], names: Naming = PLAIN_NAMES): string {
  switch (intent.kind) {
    case 'place': {
      const terms = intent.reduceOnly ? `${intent.tif} reduce-only` : intent.tif
      const tail = intent.signer === 'wallet' ? `${terms}, signed by your wallet` : terms
      return `${sideWord(intent.side)} ${trimZeros(intent.size)} ${intent.asset} at ${intent.price} ${tail}`
    }
    case 'predict': {
      const what = `${trimZeros(intent.size)} ${intent.asset}`
      return `Predict ${trimZeros(intent.targetF)} °F, ${intent.direction} ${what}`
    }
    case 'cancel': {
      const price = priceOfOrder(others.find((other) => other.oid === intent.oid)?.intent)
      const asset = names.asset(intent.asset)
      if (price === null) return `Cancel order ${intent.oid} in ${asset}`
      return `Cancel ${price.side} ${trimZeros(price.size)} ${asset} at ${price.at}`
    }
    case 'close':
      return `Close ${intent.size === null ? '' : `${trimZeros(intent.size)} `}${names.asset(intent.asset)} at market`
    case 'leverage':
      return `Set ${intent.asset} leverage to ${intent.leverage}×`
    case 'approve_agent':
      return 'Approve agent wallet'
    case 'binary_setup':
      return 'Set binary leverage to 2'
    case 'binary_predict':
      return `Predict ${intent.direction} ${trimZeros(intent.amount)} USDC ${intent.asset}`
    case 'outcome_order':
      return `${sideWord(intent.side)} ${trimZeros(intent.size)} ${names.asset(intent.asset)} ${modeWords(intent)}`
    case 'transfer':
      return `Move ${trimZeros(intent.amount)} USDH to outcome trading`
    case 'convert':
      return conversionWords(intent, names)
    default:
      return assertNever(intent, 'intent')
  }
}

/** The resting order that an intent asked for: its side, size and price. */
function priceOfOrder(intent: Intent | undefined) {
  if (intent?.kind === 'place') return { side: intent.side, size: intent.size, at: intent.price }
  if (intent?.kind !== 'outcome_order' || intent.mode.kind !== 'limit') return null
  return { side: intent.side, size: intent.size, at: intent.mode.price }
}

const modeWords = ({ mode }: OutcomeOrderIntent): string =>
  mode.kind === 'limit' ? `at ${mode.price}` : `at market, slippage ${trimZeros(mode.slippagePct)} %`

function conversionWords({ conversion, outcomeId, questionId, amount }: ConvertIntent, names: Naming): string {
  const much = amount === null ? 'all' : trimZeros(amount)
  switch (conversion) {
    case 'split':
      return `Split ${much} USDH, ${names.outcome(outcomeId)}`
    case 'merge':
      return `Merge ${much} into USDH, ${names.outcome(outcomeId)}`
    case 'merge_question':
      return `Merge ${much} Yes of all into USDH, ${names.question(questionId ?? outcomeId)}`
    case 'negate':
      return `Negate ${much} No, ${names.outcome(outcomeId)}`
    default:
      return assertNever(conversion, 'conversion')
  }
}

const STATE_WORDS: Record<ActionState, string> = {
  drafted: 'drafted',
  checked: 'checked',
  journalled: 'journalled',
  prepared: 'prepared',
  verified: 'verified',
  signed: 'signed',
  sent: 'sent',
  acknowledged: 'accepted',
  resting: 'resting',
  partly_filled: 'partly filled',
  filled: 'filled',
  cancelled: 'cancelled',
  done: 'done',
  refused: 'refused',
  rejected: 'rejected',
  expired: 'expired',
  unknown: 'unknown',
}

/** A state in one or two words. */
export const stateWord = (state: ActionState): string => STATE_WORDS[state]

/** How a state is felt: good and bad are told by the word too. */
export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export function stateTone(action: ActionRecord): Tone {
  if (awaitsWord(action) || awaitsEstimate(action)) return 'waiting'
  switch (action.state) {
    case 'filled':
    case 'partly_filled':
      return 'good'
    case 'refused':
    case 'rejected':
    case 'expired':
      return 'bad'
    case 'unknown':
      return 'waiting'
    default:
      return 'neutral'
  }
}

/** Whether the action stands still until the trader says that it may be signed although it could not be verified. */
export const awaitsWord = (action: ActionRecord): boolean =>
  action.state === 'prepared' &&
  (action.code === 'awaiting_confirmation' || /^not verified/i.test(action.steps.at(-1)?.detail ?? ''))

/** Whether the action is a prediction that stands still until the trader takes or leaves its estimate. */
export const awaitsEstimate = (action: ActionRecord): boolean =>
  action.state === 'prepared' && action.code === 'awaiting_estimate'

/** The newest state in words, with what there is to say of it: `Buy 150 at 571.80: resting`. */
export function stateLine(action: ActionRecord, names: Naming = PLAIN_NAMES): string {
  const { intent } = action
  const what =
    intent.kind === 'place'
      ? `${sideWord(intent.side)} ${trimZeros(intent.size)} at ${intent.price}`
      : intentWords(intent, [], names)
  if (awaitsWord(action) || awaitsEstimate(action)) return `${what}: waits for your word`
  if (action.state === 'partly_filled' && action.filled !== null) return `${what}: ${trimZeros(action.filled)} filled`
  if (action.state === 'unknown') return `${what}: no answer yet, being checked with the service`
  return `${what}: ${stateWord(action.state)}`
}

/** The leverage last set for an asset, as far as the list of actions (newest first) tells. */
export function leverageSet(actions: readonly ActionRecord[], asset: string): number | null {
  for (const { intent, state } of actions) {
    if (state === 'done' && intent.kind === 'leverage' && intent.asset === asset) return intent.leverage
  }
  return null
}

/** Whether the list of actions tells that leverage 2 was set up for binary markets: by itself, or by a prediction that was taken. */
export const binarySetUp = (actions: readonly ActionRecord[]): boolean =>
  actions.some(
    ({ intent, state }) =>
      (intent.kind === 'binary_setup' && state === 'done') ||
      (intent.kind === 'binary_predict' && (state === 'filled' || state === 'partly_filled')),
  )
