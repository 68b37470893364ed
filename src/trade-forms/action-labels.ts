/** Actions in trading terms, the same in the tickets and in the activity list. */
import { type ActionRecord, type ActionState, type Execution, isDiscarded } from '../../contract/action.ts'
import type { NamedOrder } from '../../contract/activity.ts'
import { compare, type Price, placesOf, type Size, signOf, toPlaces, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, type HeldSide, ownPrice } from '../../contract/family-rules.ts'
import type { StopReport } from '../../contract/flatten.ts'
import { makesOrder, type OrderIntent, requestedOrderOf } from '../../contract/requested-order.ts'
import { grouped, moneyText, priceLabel, scalarPrice, scalarPriceBeside, signedMoney } from '../format/index.ts'
import {
  intentParts,
  intentText,
  joined,
  type LineParts,
  type Naming,
  PLAIN_NAMES,
  parts,
  sideLabel,
} from './intent-labels.ts'

// The fills of an order as text: their price, the fee, and the realized result of a close. Never the limit price.

type Verb = 'bought' | 'sold' | 'closed'
const LEADS: Readonly<Record<Verb, (amount: string) => string>> = {
  bought: (amount) => `Bought ${amount}`,
  sold: (amount) => `Sold ${amount}`,
  closed: (amount) => `Closed ${amount}`,
}
const FILLS: Readonly<Record<Verb, (amount: string, at: string) => string>> = {
  bought: (amount, at) => `bought ${amount} at ${at}`,
  sold: (amount, at) => `sold ${amount} at ${at}`,
  closed: (amount, at) => `closed ${amount} at ${at}`,
}

/** Decimals of a price where the market's tick is unknown. */
const PLACES = 4

/**
 * `Bought 40 NYCTMP1 at 554.096 (54.10 °F), fee 9.97 USDC` in parts; null where nothing filled, or the action is not an order. Before the fills are read
 * there is a size and no price.
 */
function tradedParts(action: ActionRecord, names: Naming): LineParts | null {
  const { intent, filled, state } = action
  if (!makesOrder(intent)) return null
  const execution = known(action)
  const size = execution?.size ?? (filled !== null && signOf(filled) > 0 ? filled : null)
  if (size === null && state !== 'filled') return null
  const name = names.asset(intent.asset)
  const amount = [sizeText(action, requestedOrderOf(intent).size, size), directionOf(intent, execution, names)]
  const lead = LEADS[verbOf(intent)](amount.filter((part) => part !== null).join(' ')).trim()
  if (execution === null) return parts(lead, name)
  const own = ownPrice(names.of(intent.asset).family, sideOf(intent, execution), execution.average)
  const at = averageText(own, intent.asset, names)
  return parts(lead, name, `at ${at}`, resultText(execution, intent.kind === 'close'))
}

/** `bought 40 at 554.096 (54.10 °F), fee 9.97 USDC`: the combined fills of a group of orders. @param average as seen from the held side */
export function fillsText(
  { execution, asset, verb, average = execution.average }: FillsTextTerms,
  names: Naming,
): string {
  const result = resultText(execution, verb === 'closed')
  const traded = FILLS[verb](grouped(trimZeros(execution.size)), averageText(average, asset, names))
  return result === '' ? traded : `${traded}, ${result}`
}
interface FillsTextTerms {
  readonly execution: Execution
  readonly asset: string
  readonly verb: Verb
  readonly average?: Price
}

/** `554.096 (54.10 °F)`, `0.42`: an average on the market's tick, or one decimal finer. */
export function averageText(average: Price, asset: string, names: Naming): string {
  const { family, tickSize } = names.of(asset)
  return FAMILY_RULES[family].isMark && tickSize !== null ? scalarText(average, tickSize) : priceText(average, tickSize)
}

/** The fills, if all known fills of the order have been read. */
function known({ execution, filled }: ActionRecord): Execution | null {
  if (execution == null) return null
  return filled === null || compare(execution.size, filled) >= 0 ? execution : null
}

function verbOf(intent: OrderIntent): Verb {
  if (intent.kind === 'close') return 'closed'
  /** Contracts of either direction are bought. */
  return intent.kind === 'binary_predict' || requestedOrderOf(intent).side === 'buy' ? 'bought' : 'sold'
}

/** `40`, or for a partly filled order `20 of 40`; null where unknown. */
function sizeText({ state }: ActionRecord, request: Size | null, size: Size | null): string | null {
  const done = size ?? request
  if (done === null) return null
  const filled = grouped(trimZeros(done))
  const isPart = request !== null && state !== 'filled' && compare(done, request) < 0
  return isPart ? `${filled} of ${grouped(trimZeros(request))}` : filled
}

/** The contract of a binary market; a close determines it by its side. */
function directionOf(intent: OrderIntent, execution: Execution | null, names: Naming): string | null {
  if (intent.kind === 'binary_predict') return intent.direction
  const { pricedSide, sides } = FAMILY_RULES[names.of(intent.asset).family]
  return intent.kind !== 'close' || execution === null || pricedSide === null
    ? null
    : (sides?.[sideOf(intent, execution)] ?? null)
}

/** The side of the position that it opened or closed. DOWN is a short position in UP: entering it sells, closing it buys. */
function sideOf(intent: OrderIntent, execution: Execution): HeldSide {
  const { side, reduceOnly } = requestedOrderOf(intent)
  return ((side ?? execution.side) === 'buy') === reduceOnly ? 'short' : 'long'
}

/** `554.096 (54.10 °F)`; the temperature, to the tick, first where the trader prefers it. */
function scalarText(average: Price, tickSize: Price): string {
  const mark = toPlaces(average, placesOf(tickSize))
  const exact = priceText(average, tickSize)
  return scalarPrice(mark) === mark ? `${exact} (${scalarPriceBeside(mark)})` : `${scalarPrice(mark)} (${exact})`
}

/** On the tick with the tick's decimals, between two ticks with one more. */
function priceText(average: Price, tickSize: Price | null): string {
  const tick = tickSize === null ? PLACES : placesOf(tickSize)
  const exact = toPlaces(average, tick)
  return compare(exact, average) === 0 ? exact : toPlaces(average, tick + 1)
}

/** `+ 12.40 realized, fee 9.97 USDC`; empty while neither is known. */
export function resultText({ fee, realised, token }: Execution, isClose: boolean): string {
  const closes = realised !== null && (isClose || signOf(realised) !== 0)
  const terms: string[] = []
  if (closes) terms.push(`${signedMoney(realised)} realized`)
  if (fee !== null) terms.push(`fee ${moneyText(fee)}`)
  return terms.length === 0 ? '' : `${terms.join(', ')} ${token}`
}

/** An action's result so far, in parts: its fills if any, else the request. */
export const actionParts = (action: ActionRecord, others: readonly NamedOrder[], names: Naming): LineParts =>
  tradedParts(action, names) ?? intentParts(action.intent, others, names)

const STEP_TEXTS: Partial<Record<ActionState, string>> = {
  ...{ journalled: 'journaled', acknowledged: 'accepted' },
  ...{ partly_filled: 'partially filled', cancelled: 'canceled' },
}

/** A short label of a step as recorded by main. */
export const stepLabel = (state: ActionState): string => STEP_TEXTS[state] ?? state

export const ACTION_STATE_TEXTS: Readonly<Record<ActionState, string>> = {
  drafted: 'checking',
  checked: 'checking',
  journalled: 'checking',
  prepared: 'checking',
  verified: 'checking',
  signed: 'checking',
  sent: 'sent',
  acknowledged: 'sent',
  resting: 'working',
  partly_filled: 'partially filled',
  filled: 'filled',
  cancelled: 'canceled',
  done: 'done',
  refused: 'refused',
  rejected: 'refused',
  expired: 'expired',
  unknown: 'unknown',
}

/** Whether its fill is only known from an acknowledgement. */
const isUnconfirmed = ({ state, execution }: ActionRecord): boolean => state === 'filled' && execution === null

/** The state of an action in trading terms. */
export function stateLabel(action: ActionRecord): string {
  if (isUnconfirmed(action)) return 'unconfirmed'
  if (awaitsConfirmation(action) || awaitsEstimate(action)) return 'needs confirmation'
  if (isDiscarded(action)) return action.code === 'declined' ? 'discarded' : 'expired'
  return ACTION_STATE_TEXTS[action.state]
}

/** Tone of a state: good and bad are also expressed by the label. */
export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export function stateTone(action: ActionRecord): Tone {
  if (isUnconfirmed(action)) return 'waiting'
  if (awaitsConfirmation(action) || awaitsEstimate(action)) return 'waiting'
  if (isDiscarded(action)) return 'neutral'
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

/** Whether the action waits for the trader to allow signing it although it could not be verified. */
export const awaitsConfirmation = (action: ActionRecord): boolean =>
  action.state === 'prepared' && action.code === 'awaiting_confirmation'

/** Whether the action is a prediction that waits for the trader to confirm or discard its estimate. */
export const awaitsEstimate = (action: ActionRecord): boolean =>
  action.state === 'prepared' && action.code === 'awaiting_estimate'

/**
 * The newest state with its details: `Buy 150 at 571.80: working`, `Bought 150 at 571.802 (71.80 °F), fee 37.31 USDC`. A form of one scalar market
 * need not name it.
 */
export function stateLine(action: ActionRecord, names: Naming = PLAIN_NAMES): string {
  const traded = isUnconfirmed(action) ? null : tradedParts(action, names)
  const unnamed = action.intent.kind === 'place' || action.intent.kind === 'predict'
  const line = (which: LineParts): string => joined(unnamed ? { ...which, name: '' } : which)
  if (traded !== null) {
    const { state } = action
    if (state === 'filled') return line(traded)
    return `${line(traded)}; rest: ${state === 'partly_filled' ? ACTION_STATE_TEXTS.resting : stateLabel(action)}`
  }
  const { intent } = action
  const what =
    intent.kind === 'place'
      ? `${sideLabel(intent.side)} ${trimZeros(intent.size)} at ${priceLabel(intent.price)}`
      : intentText(intent, [], names)
  if (awaitsConfirmation(action) || awaitsEstimate(action)) return `${what}: confirm or discard it`
  if (isUnconfirmed(action)) return `${what}: reported as filled, no fill received yet`
  if (action.state === 'unknown') return `${what}: no answer yet, checking with the venue`
  return `${what}: ${stateLabel(action)}`
}

/** The leverage last set for an asset, according to the list of actions (newest first). */
export function leverageSet(actions: readonly ActionRecord[], asset: string): number | null {
  for (const { intent, state } of actions) {
    if (state === 'done' && intent.kind === 'leverage' && intent.asset === asset) return intent.leverage
  }
  return null
}

/** Whether the list of actions shows that leverage 2 was set up for binary markets: separately, or by an accepted prediction. */
export const binarySetUp = (actions: readonly ActionRecord[]): boolean =>
  actions.some(
    ({ intent, state }) =>
      (intent.kind === 'binary_setup' && state === 'done') ||
      (intent.kind === 'binary_predict' && (state === 'filled' || state === 'partly_filled')),
  )

/** The fate of orders that were pending when everything was canceled or closed, one line each. */
export const stoppedLines = ({ stopped }: StopReport, names: Naming = PLAIN_NAMES): string[] =>
  stopped.map(({ intent }) => `${intentText(intent, [], names)}: stopped, nothing was sent.`)

export const unknownLines = ({ unknown }: StopReport, names: Naming = PLAIN_NAMES): string[] =>
  unknown.map(({ intent }) => `${intentText(intent, [], names)}: already sent, result unknown. See Activity.`)
