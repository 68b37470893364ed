/** Whether an alert's condition is watched at this moment, and if not, why. Pure. */

import { type Address, shortAddress } from '../../contract/address.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { WatchState } from '../../contract/watch-list.ts'
import type { Families } from '../feed/index.ts'
import { type AlertFacts, freshTicker, nameOf, probabilityOf, trades } from './evaluate.ts'

export const NO_SCALAR = 'Scalar markets are off in this deployment.'
export const NO_BINARY = 'Binary markets are off in this deployment.'
export const NO_OUTCOMES = COMMON.outcomesOff
/** @param market display name */
export const stoppedText = (market: string): string => `${market} has stopped trading.`
export const unlistedText = (coin: string): string => `The venue lists no outcome market with ${coin}.`
export const NO_TOKEN = 'No access token with an expiry.'

/** What the state of an alert depends on. */
export interface WatchContext {
  readonly facts: AlertFacts
  readonly families: Families
  /** Of the signed-in wallet; null while there is none. */
  readonly address: Address | null
  /** Why the service cannot be reached, as a sentence; null while it can. */
  readonly unreachable: string | null
  /** Whether two answers agree on the service's time. */
  readonly isClockConfirmed: boolean
}

export const WATCHED: WatchState = { at: 'watched' }
const closed = (reason: string): WatchState => ({ at: 'closed_market', reason })
export const notWatched = (reason: string, isCertain = false): WatchState => ({ at: 'not_watched', reason, isCertain })
const WAITING = notWatched('Waiting for market data.')
export const DOUBTFUL_TIME = notWatched("The venue's time is not confirmed.")

/** @param account the wallet that set it; null for any signed-in wallet. */
export function walletState(account: string | null, address: Address | null): WatchState {
  if (address === null) return notWatched('Signed out.', true)
  if (account === null || account === address) return WATCHED
  return notWatched(`Set by wallet ${shortAddress(account)}, which is not signed in.`, true)
}

/** State for a family that is off. Unknown until a family was found to be on. */
const familyState = ({ scalar, binary, outcomes }: Families, reason: string): WatchState =>
  scalar || binary || outcomes ? notWatched(reason) : WAITING

const staleState = (asset: string, { facts }: WatchContext): WatchState =>
  notWatched(`Data for ${nameOf(asset, facts)} is stale.`)

export function bucketState(kind: 'phase' | 'bucket_close', { facts: { bucket }, families }: WatchContext): WatchState {
  if (!families.scalar) return familyState(families, NO_SCALAR)
  if (bucket === null) return WAITING
  if (bucket.stale) return notWatched('Market data is stale.')
  return kind === 'bucket_close' && bucket.current === null ? closed('No bucket is live now.') : WATCHED
}

/** State for the live scalar market. */
export function liveState(context: WatchContext): WatchState {
  const state = bucketState('bucket_close', context)
  const asset = context.facts.bucket?.current?.asset
  return state.at === 'watched' && asset !== undefined ? scalarState(asset, context) : state
}

export function scalarState(asset: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.scalar) return familyState(families, NO_SCALAR)
  if (freshTicker(asset, facts) !== null) return WATCHED
  const { bucket } = facts
  const isOther = bucket !== null && !bucket.stale && bucket.current?.asset !== asset
  return isOther ? closed(`${asset} is not live now.`) : notWatched(`Data for ${asset} is stale.`)
}

export function binaryState(asset: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.binary) return familyState(families, NO_BINARY)
  if (probabilityOf(asset, facts) !== null) return WATCHED
  const status = facts.binary()?.status ?? null
  if (status === null) return WAITING
  return status.activeAsset === asset ? staleState(asset, context) : closed(`${asset} is not the active market.`)
}

export function coinState(coin: string, context: WatchContext): WatchState {
  const { facts, families } = context
  if (!families.outcomes) return familyState(families, NO_OUTCOMES)
  if (facts.outcome(coin) === null) return notWatched(unlistedText(coin))
  if (!trades(coin, facts)) return closed(stoppedText(nameOf(coin, facts)))
  return probabilityOf(coin, facts) === null ? staleState(coin, context) : WATCHED
}

const OF_FAMILY = { scalar: scalarState, binary: binaryState, outcome: coinState } as const

/** A single position without a price means that liquidations are not fully watched. */
export function liquidationState(asset: string | null, context: WatchContext): WatchState {
  const states = context.facts
    .positions()
    .filter((held) => held.liquidationPx !== null && (asset === null || held.asset === asset))
    .map((held) => OF_FAMILY[held.family](held.asset, context))
  const of = (at: WatchState['at']) => states.find((state) => state.at === at)
  return of('not_watched') ?? of('watched') ?? of('closed_market') ?? WATCHED
}
