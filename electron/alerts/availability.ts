/** Which kinds of alerts can be set, and whether one is watched at this moment, and if not, why. Pure. */
import { type Address, shortAddress } from '../../contract/address.ts'
import { type AlertKind, type AlertRecord, type AlertRule, alertScope } from '../../contract/alert.ts'
import { assertNever } from '../../contract/brand.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Feature } from '../../contract/session.ts'
import type { WatchState } from '../../contract/watch-list.ts'
import type { Families } from '../feed/index.ts'
import { type AlertFacts, freshTicker } from './evaluate.ts'
import { nameOf, probabilityOf, trades } from './probability.ts'

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })

const NO_SCALAR = 'Scalar markets are off in this deployment.'
const NO_BINARY = 'Binary markets are off in this deployment.'
const NO_OUTCOMES = 'Outcome markets are off in this deployment.'
const NO_TOKEN = 'There is no access token with an expiry.'

export function kindsOf({
  families,
  isSignedIn,
  hasTokenExpiry,
}: {
  readonly families: Families
  readonly isSignedIn: boolean
  readonly hasTokenExpiry: boolean
}): Readonly<Record<AlertKind, Feature>> {
  const signedIn = isSignedIn ? on : off('Nobody is signed in.')
  const scalar = families.scalar ? on : off(NO_SCALAR)
  return {
    price: scalar,
    temperature: scalar,
    fill: signedIn,
    order_end: signedIn,
    position_end: signedIn,
    liquidation: signedIn,
    market_end: signedIn,
    bucket_close: scalar,
    phase: scalar,
    token_expiry: hasTokenExpiry ? on : off(NO_TOKEN),
    probability:
      families.outcomes || families.binary ? on : off('Outcome markets and binary markets are off in this deployment.'),
  }
}

/** What the state of an alert follows from. */
export interface WatchContext {
  readonly facts: AlertFacts
  readonly families: Families
  /** Of the wallet that is signed in; null while none is. */
  readonly address: Address | null
  /** Why the service cannot be reached, as a sentence; null while it can. */
  readonly unreachable: string | null
  /** Whether two answers agree in the service's time. */
  readonly isClockConfirmed: boolean
}

const WATCHED: WatchState = { at: 'watched' }
const closed = (reason: string): WatchState => ({ at: 'closed_market', reason })
const notWatched = (reason: string, isCertain = false): WatchState => ({ at: 'not_watched', reason, isCertain })
const WAITING = notWatched('Waiting for market data.')
const DOUBTFUL_TIME = notWatched("The venue's time is not confirmed.")

/** Whether an alert that is on is watched: it fires on nothing else than what this goes by. */
export function watchOf({ rule, account }: Pick<AlertRecord, 'rule' | 'account'>, context: WatchContext): WatchState {
  const wallet = alertScope(rule.kind) === 'wallet' ? walletState(account, context.address) : WATCHED
  return wallet.at === 'watched' ? ruleState(rule, context) : wallet
}

/** @param account of the wallet that set it; null for whichever is signed in. */
function walletState(account: string | null, address: Address | null): WatchState {
  if (address === null) return notWatched('Signed out.', true)
  if (account === null || account === address) return WATCHED
  return notWatched(`Set by wallet ${shortAddress(account)}, which is not signed in.`, true)
}

function ruleState(rule: AlertRule, context: WatchContext): WatchState {
  switch (rule.kind) {
    case 'price':
    case 'temperature':
      return rule.asset === null ? liveState(context) : scalarState(rule.asset, context)
    case 'probability':
      return isCoin(rule.asset) ? coinState(rule.asset, context) : binaryState(rule.asset, context)
    case 'phase':
      return bucketState(rule.kind, context)
    case 'bucket_close':
      return context.isClockConfirmed ? bucketState(rule.kind, context) : DOUBTFUL_TIME
    case 'token_expiry':
      return context.facts.tokenExpiresAt() === null ? notWatched(NO_TOKEN, true) : WATCHED
    case 'liquidation':
      return liquidationState(rule.asset, context)
    case 'fill':
    case 'order_end':
    case 'position_end':
      return context.unreachable === null ? WATCHED : notWatched(context.unreachable)
    case 'market_end':
      // The time goes on whatever the age of the data.
      return context.isClockConfirmed ? WATCHED : DOUBTFUL_TIME
    default:
      return assertNever(rule, 'alert')
  }
}

/** Of a family that is off. Before any was found to be on, nobody knows. */
const familyState = ({ scalar, binary, outcomes }: Families, reason: string): WatchState =>
  scalar || binary || outcomes ? notWatched(reason) : WAITING

const staleState = (asset: string, { facts }: WatchContext): WatchState =>
  notWatched(`The data of ${nameOf(asset, facts)} is stale.`)

function bucketState(kind: 'phase' | 'bucket_close', { facts: { bucket }, families }: WatchContext): WatchState {
  if (!families.scalar) return familyState(families, NO_SCALAR)
  if (bucket === null) return WAITING
  if (bucket.stale) return notWatched('Market data is stale.')
  return kind === 'bucket_close' && bucket.current === null ? closed('No bucket is live now.') : WATCHED
}

/** Of whichever scalar market is live. */
function liveState(context: WatchContext): WatchState {
  const state = bucketState('bucket_close', context)
  const asset = context.facts.bucket?.current?.asset
  return state.at === 'watched' && asset !== undefined ? scalarState(asset, context) : state
}

function scalarState(asset: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.scalar) return familyState(families, NO_SCALAR)
  if (freshTicker(asset, facts) !== null) return WATCHED
  const { bucket } = facts
  const isOther = bucket !== null && !bucket.stale && bucket.current?.asset !== asset
  return isOther ? closed(`${asset} is not live now.`) : notWatched(`The data of ${asset} is stale.`)
}

function binaryState(asset: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.binary) return familyState(families, NO_BINARY)
  if (probabilityOf(asset, facts) !== null) return WATCHED
  const status = facts.binary()?.status ?? null
  if (status === null) return WAITING
  return status.activeAsset === asset ? staleState(asset, context) : closed(`${asset} is not the active market now.`)
}

function coinState(coin: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.outcomes) return familyState(families, NO_OUTCOMES)
  if (facts.outcome(coin) === null) return notWatched(`The venue lists no outcome market with ${coin}.`)
  if (!trades(coin, facts)) return closed(`${nameOf(coin, facts)} trades no more.`)
  return probabilityOf(coin, facts) === null ? staleState(coin, context) : WATCHED
}

const OF_FAMILY = { scalar: scalarState, binary: binaryState, outcome: coinState } as const

/** One position without a price is one whose liquidation is not watched, whatever the others have. */
function liquidationState(asset: string | null, context: WatchContext): WatchState {
  const states = context.facts
    .positions()
    .filter((held) => held.liquidationPx !== null && (asset === null || held.asset === asset))
    .map((held) => OF_FAMILY[held.family](held.asset, context))
  const of = (at: WatchState['at']) => states.find((state) => state.at === at)
  return of('not_watched') ?? of('watched') ?? of('closed_market') ?? WATCHED
}
