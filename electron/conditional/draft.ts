/** From what the trader set in the form to conditional orders, or what is wrong with it. Pure. */
import type { AccountView } from '../../contract/account.ts'
import type { ConditionalKind, ConditionalTarget, TriggerSource } from '../../contract/conditional.ts'
import { compare, type Decimal, type Price, signOf } from '../../contract/decimal.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import { type CloseDistance, closeDistanceIssue } from '../../contract/protection.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import { directionOf, percentIssue, triggerIssue } from './trigger.ts'
import { type MarketNow, watchingOf } from './watching.ts'

/** Prices in the market's own unit; both given make a pair of which one cancels the other. */
export interface ConditionalRequest {
  readonly requestId: string
  readonly asset: string
  readonly source: TriggerSource
  readonly stop: Price | null
  readonly takeProfit: Price | null
  readonly percent: Decimal
  readonly protection: CloseDistance
}

export interface DraftFacts extends MarketNow {
  readonly account: Pick<AccountView, 'address' | 'positions'>
  readonly market: ScalarMarket | null
  readonly now: Millis
  readonly profile: string
  /** How many are held already. */
  readonly armed: number
}

interface DraftIssue {
  readonly field: 'stop' | 'takeProfit' | 'percent' | null
  readonly message: string
}

/** One terminal holds at most so many. */
export const MOST = 50

/** The conditional orders, armed, with ids that are the same for the same request. */
export function draftOf(
  request: ConditionalRequest,
  facts: DraftFacts,
): Result<readonly StoredConditional[], DraftIssue> {
  const refuse = (message: string, field: DraftIssue['field'] = null) => refused({ field, message })
  const { asset, percent } = request
  const { account } = facts
  if (isCoin(asset)) return refuse('A stop or take-profit of shares is set as an exit plan.')
  const held = account.positions.find((one) => one.asset === asset)
  if (held === undefined || signOf(held.size) === 0) return refuse(`There is no position in ${asset} to close.`)
  const market = marketOf(asset, facts)
  if (market === null) return refuse(`The service lists no market ${asset}.`)
  if (request.stop === null && request.takeProfit === null) return refuse('Give a stop, a take-profit or both.', 'stop')
  if (facts.armed >= MOST) return refuse(`This terminal holds at most ${MOST} conditional orders.`)
  const share = percentIssue(percent)
  if (share !== null) return refuse(share, 'percent')
  const unprotected = closeDistanceIssue(request.protection, market.family, market.tickSize)
  if (unprotected !== null) return refuse(unprotected)
  if (market.sizeDecimals === null && compare(percent, '100' as Decimal) < 0) {
    return refuse(`The service does not say in what steps ${asset} trades: only all of it can be closed.`, 'percent')
  }
  const { family, end, tickSize } = market
  if (end === null) return refuse(`${asset} is not the live asset, so nothing can be held for it.`)

  const oco = request.stop !== null && request.takeProfit !== null ? request.requestId : null
  const position = signOf(held.size) > 0 ? 'long' : 'short'
  const make = (kind: ConditionalKind, trigger: Price): StoredConditional => ({
    id: derivedId(request.requestId, kind),
    profile: facts.profile,
    account: account.address,
    target: { family, asset, end: millis(end) },
    kind,
    position,
    source: request.source,
    direction: directionOf(kind, position),
    trigger,
    percent,
    protection: request.protection,
    oco,
    state: 'armed',
    steps: [{ state: 'armed', at: facts.now, detail: null }],
    createdAt: millis(Math.round(facts.now + facts.clockOffset)),
    updatedAt: facts.now,
    attempt: 0,
    intent: null,
    actionId: null,
    message: null,
  })
  const wanted = [
    ...(request.stop === null ? [] : [make('stop', request.stop)]),
    ...(request.takeProfit === null ? [] : [make('take_profit', request.takeProfit)]),
  ]
  for (const record of wanted) {
    const watching = watchingOf(record, facts)
    if (watching.at !== 'watched') return refuse(watching.reason)
    const { kind, source, trigger } = record
    if (trigger === null) continue
    const issue = triggerIssue({ family, kind, position, source, trigger, tickSize, now: watching.price })
    if (issue !== null) return refuse(issue, kind === 'stop' ? 'stop' : 'takeProfit')
  }
  return ok(wanted)
}

/** What a conditional order has to know of its market; the end is null for one that is not live. */
export interface TargetMarket {
  readonly family: ConditionalTarget['family']
  readonly end: Millis | null
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
}

/** The market of an asset, of any family; null where the service lists none. */
export function marketOf(
  asset: string,
  { market: scalar, bucket, binary, outcome }: Pick<DraftFacts, 'market' | 'bucket' | 'binary' | 'outcome'>,
): TargetMarket | null {
  if (outcome !== null && isCoin(asset)) {
    const { tickSize, sizeDecimals, expiry, expired } = outcome.market
    return { family: 'outcome', tickSize, sizeDecimals, end: expired ? null : expiry }
  }
  if (scalar !== null) {
    const end = bucket?.current?.asset === asset ? bucket.current.end : null
    return { ...scalar, family: 'scalar', end }
  }
  const market = binary?.markets.find((one) => one.asset === asset)
  if (market === undefined) return null
  return { ...market, family: 'binary', end: binary?.bucket?.asset === asset ? binary.bucket.end : null }
}
