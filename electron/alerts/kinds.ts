/** Each kind of alert in main: its label, whether it can be set and is watched, and when it fires. A new kind is one more row. Pure. */

import {
  type AlertKind,
  type AlertRecord,
  type AlertRule,
  alertScope,
  type CrossingDirection,
} from '../../contract/alert.ts'
import { compare, type Decimal, HUNDRED, signOf, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../../contract/grouped.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import type { BucketPhase } from '../../contract/market.ts'
import { MESSAGES as COMMON, positive } from '../../contract/messages.ts'
import { isCoin } from '../../contract/outcome.ts'
import { bothPrices, degreesOf, priceLabel } from '../../contract/price-text.ts'
import type { Feature } from '../../contract/session.ts'
import type { WatchState } from '../../contract/watch-list.ts'
import type { Families } from '../feed/index.ts'
import type { AlertMemory } from '../storage/index.ts'
import { leftText, lookAtLiquidations, lookAtMarketEnds } from './approaching.ts'
import {
  binaryState,
  bucketState,
  coinState,
  DOUBTFUL_TIME,
  liquidationState,
  liveState,
  NO_BINARY,
  NO_OUTCOMES,
  NO_SCALAR,
  NO_TOKEN,
  notWatched,
  scalarState,
  stoppedText,
  unlistedText,
  WATCHED,
  type WatchContext,
  walletState,
} from './availability.ts'
import {
  type AlertFacts,
  type AlertLook,
  crossing,
  freshTicker,
  liveAsset,
  NO_MEMORY,
  nameOf,
  type ProbabilityFacts,
  probabilityOf,
  trades,
} from './evaluate.ts'
import { lookAtGap, lookAtLate, lookAtNew, lookAtReadingLevel, NO_WEATHER, reportState } from './weather-looks.ts'

/** State of the deployment and its session that decides which kinds can be set. */
interface OfferContext {
  readonly families: Families
  readonly isSignedIn: boolean
  readonly hasTokenExpiry: boolean
}

/** Facts that a rule is checked against before it is set. */
interface RuleFacts extends Pick<ProbabilityFacts, 'outcome' | 'binary'> {
  readonly families: () => Families
}

interface AlertKindRow<Rule extends AlertRule> {
  /** The title of its notification. */
  readonly title: (rule: Rule) => string
  /** Set when the trader must act; other kinds only report. */
  readonly isActing?: true
  /** Whether it can be set here, or why not. */
  readonly offered: (context: OfferContext) => Feature
  /** Whether an enabled one is watched: it fires only on the data that this depends on. */
  readonly state: (rule: Rule, context: WatchContext) => WatchState
  /** Why a well-formed rule is invalid, as a sentence; null when it is valid. */
  readonly issue?: (rule: Rule, facts: RuleFacts) => string | null
  /** Evaluates the rule once; absent where `account-watch.ts` does it. */
  readonly look?: (rule: Rule, memory: AlertMemory, facts: AlertFacts) => AlertLook
  /** Counts down to an end: on a wrong clock it would fire too early, and never again. */
  readonly byClock?: true
  /** Evaluated only by the periodic check, never on a feed message. */
  readonly byTurn?: true
  /** Fires at once when its condition already holds as it is set; other kinds wait for a change. */
  readonly firesAtOnce?: true
}

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })
const offeredIf = (isOn: boolean, reason: string): Feature => (isOn ? on : off(reason))
const signedIn = ({ isSignedIn }: OfferContext): Feature => offeredIf(isSignedIn, COMMON.notSignedIn)
const scalar = ({ families }: OfferContext): Feature => offeredIf(families.scalar, NO_SCALAR)
const reachable = (_rule: AlertRule, { unreachable }: WatchContext): WatchState =>
  unreachable === null ? WATCHED : notWatched(unreachable)

type OfKind<Kind extends AlertKind> = Extract<AlertRule, { readonly kind: Kind }>
type MarkRule = OfKind<'price' | 'temperature'>

type Titles = Readonly<Record<CrossingDirection, (level: string) => string>>

const MARK_TITLES: Titles = {
  up: (level) => `Mark rises to ${level}`,
  down: (level) => `Mark falls to ${level}`,
  either: (level) => `Mark crosses ${level}`,
}
const TEMPERATURE_TITLES: Titles = {
  up: (level) => `Temperature rises to ${level}`,
  down: (level) => `Temperature falls to ${level}`,
  either: (level) => `Temperature crosses ${level}`,
}
const PROBABILITY_TITLES: Titles = {
  up: (level) => `Probability rises to ${level}`,
  down: (level) => `Probability falls to ${level}`,
  either: (level) => `Probability crosses ${level}`,
}
const REPORT_TITLES: Titles = {
  up: (level) => `Reported temperature rises to ${level}`,
  down: (level) => `Reported temperature falls to ${level}`,
  either: (level) => `Reported temperature crosses ${level}`,
}

const markState = ({ asset }: MarkRule, context: WatchContext): WatchState =>
  asset === null ? liveState(context) : scalarState(asset, context)

const markIssue = ({ asset }: MarkRule, facts: RuleFacts): string | null =>
  asset !== null && hasProbability(asset, facts) ? `${asset} trades as a probability. Set a probability alert.` : null

/** @param what the level, as it is shown */
function lookAtMark(rule: MarkRule, memory: AlertMemory, facts: AlertFacts, level: Decimal, what: string): AlertLook {
  const asset = rule.asset ?? liveAsset(facts.bucket)
  const ticker = freshTicker(asset, facts)
  // A mark without a temperature is a probability, which these two kinds do not cover.
  if (ticker === null || ticker.temperature === null) return { memory, text: null }
  const { side, crossed } = crossing(memory.side, ticker.mark, level, rule.direction)
  if (side === memory.side) return { memory, text: null }
  const texts = {
    up: `${asset} rose to ${what}: the mark is ${bothPrices(ticker.mark)}.`,
    down: `${asset} fell to ${what}: the mark is ${bothPrices(ticker.mark)}.`,
  }
  return { memory: { ...memory, side }, text: crossed === null ? null : texts[crossed] }
}

const hasProbability = (asset: string, { binary }: RuleFacts): boolean =>
  isCoin(asset) || (binary()?.markets.some((market) => market.asset === asset) ?? false)

/** Why an asset's probability cannot be watched. */
function marketIssue(asset: string, facts: RuleFacts): string | null {
  const { outcomes, binary } = facts.families()
  if (!isCoin(asset)) {
    if (!binary) return NO_BINARY
    return hasProbability(asset, facts) ? null : `The venue lists no binary market ${asset}.`
  }
  if (!outcomes) return NO_OUTCOMES
  if (facts.outcome(asset) === null) return unlistedText(asset)
  return trades(asset, facts) ? null : stoppedText(nameOf(asset, facts))
}

/** Watches the live asset's station when the rule names none. */
function weatherState(
  { asset }: OfKind<'reading_gap' | 'reading_level' | 'reading_new' | 'reading_late'>,
  { facts }: WatchContext,
): WatchState {
  return reportState(asset, facts) === null ? notWatched(NO_WEATHER) : WATCHED
}

const PHASES: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

const KINDS: { readonly [Kind in AlertKind]: AlertKindRow<OfKind<Kind>> } = {
  price: {
    title: ({ direction, price }) => MARK_TITLES[direction](priceLabel(trimZeros(price))),
    offered: scalar,
    state: markState,
    issue: (rule, facts) => markIssue(rule, facts) ?? (signOf(rule.price) <= 0 ? positive('The mark') : null),
    look: (rule, memory, facts) => lookAtMark(rule, memory, facts, rule.price, priceLabel(trimZeros(rule.price))),
  },
  temperature: {
    title: ({ direction, temperature }) => TEMPERATURE_TITLES[direction](`${grouped(trimZeros(temperature))} °F`),
    offered: scalar,
    state: markState,
    issue: markIssue,
    look(rule, memory, facts) {
      const level = markOfFahrenheit(rule.temperature)
      return lookAtMark(rule, memory, facts, level, degreesOf(trimZeros(level)))
    },
  },
  probability: {
    title: ({ direction, probability }) => PROBABILITY_TITLES[direction](trimZeros(probability)),
    offered: ({ families }) =>
      offeredIf(families.outcomes || families.binary, 'Outcome markets and binary markets are off in this deployment.'),
    state: ({ asset }, context) => (isCoin(asset) ? coinState(asset, context) : binaryState(asset, context)),
    issue({ asset, probability }, facts) {
      const isInside = signOf(probability) > 0 && compare(probability, '1' as Decimal) < 0
      return isInside ? marketIssue(asset, facts) : 'Must be between 0 and 1.'
    },
    look(rule, memory, facts) {
      const seen = probabilityOf(rule.asset, facts)
      if (seen === null) return { memory, text: null }
      const isSameRound = memory.seen === seen.round
      const { side, crossed } = crossing(isSameRound ? memory.side : 0, seen.price, rule.probability, rule.direction)
      if (side === memory.side && isSameRound) return { memory, text: null }
      const level = trimZeros(rule.probability)
      const texts = {
        up: `${seen.name} rose to ${level}: the price is ${seen.price}.`,
        down: `${seen.name} fell to ${level}: the price is ${seen.price}.`,
      }
      return { memory: { ...memory, side, seen: seen.round }, text: crossed === null ? null : texts[crossed] }
    },
  },
  fill: { title: () => 'Filled', offered: signedIn, state: reachable, firesAtOnce: true },
  order_end: { title: () => 'Order ended', offered: signedIn, state: reachable },
  position_end: { title: () => 'Position closed', offered: signedIn, state: reachable },
  liquidation: {
    title: () => 'Near liquidation',
    isActing: true,
    offered: signedIn,
    state: ({ asset }, context) => liquidationState(asset, context),
    issue({ by, value }) {
      if (signOf(value) <= 0) return 'The distance to liquidation must be greater than 0.'
      return by === 'distance' || compare(value, HUNDRED) < 0 ? null : 'Must be below 100; 100 % is liquidation.'
    },
    look: (rule, memory, facts) =>
      lookAtLiquidations(rule, memory, {
        positions: facts.positions,
        mark: (asset) => freshTicker(asset, facts)?.mark ?? null,
      }),
    firesAtOnce: true,
  },
  bucket_close: {
    title: () => 'Bucket closes soon',
    offered: scalar,
    state: (_rule, context) => (context.isClockConfirmed ? bucketState('bucket_close', context) : DOUBTFUL_TIME),
    byClock: true,
    look({ minutes }, memory, { bucket, now }) {
      const current = bucket === null || bucket.stale ? null : bucket.current
      if (bucket === null || current === null) return { memory, text: null }
      const left = current.end - (now + bucket.clockOffset)
      const key = `${current.asset}/${current.end}`
      if (left <= 0 || left > minutes * 60_000 || memory.seen === key) return { memory, text: null }
      return { memory: { ...memory, seen: key }, text: `The bucket of ${current.asset} closes in ${leftText(left)}.` }
    },
  },
  market_end: {
    title: () => 'Positions expiring soon',
    isActing: true,
    offered: signedIn,
    // Time passes regardless of the age of the data.
    state: (_rule, { isClockConfirmed }) => (isClockConfirmed ? WATCHED : DOUBTFUL_TIME),
    byClock: true,
    // It needs positions, which are read from disk.
    byTurn: true,
    look: (rule, memory, { positions, events, serverNow, account }) =>
      lookAtMarketEnds(rule, memory, { positions, events, now: serverNow, account }),
  },
  phase: {
    title: () => 'Market state',
    offered: scalar,
    state: (_rule, context) => bucketState('phase', context),
    look(rule, memory, { bucket }) {
      if (bucket === null || bucket.stale) return { memory, text: null }
      const { phase, current } = bucket
      const key = `${phase}/${current?.asset ?? ''}/${current?.end ?? ''}`
      if (memory.seen === key) return { memory, text: null }
      const fires = memory.seen !== null && !memory.seen.startsWith(`${phase}/`) && (rule.phase ?? phase) === phase
      const message = `${PHASES[phase]}${current === null ? '' : `: ${current.asset}`}.`
      return { memory: { ...memory, seen: key }, text: fires ? message : null }
    },
  },
  reading_gap: {
    title: ({ degrees }) => `Report differs from mark by more than ${trimZeros(degrees)} °F`,
    offered: scalar,
    state: weatherState,
    issue: ({ degrees }) => (signOf(degrees) <= 0 ? 'The difference must be greater than 0.' : null),
    look: lookAtGap,
  },
  reading_level: {
    title: ({ direction, temperature }) => REPORT_TITLES[direction](`${grouped(trimZeros(temperature))} °F`),
    offered: scalar,
    state: weatherState,
    look: lookAtReadingLevel,
  },
  reading_new: { title: () => 'New weather report', offered: scalar, state: weatherState, look: lookAtNew },
  reading_late: {
    title: () => 'Weather report overdue',
    offered: scalar,
    state: (rule, context) => (context.isClockConfirmed ? weatherState(rule, context) : DOUBTFUL_TIME),
    byClock: true,
    look: lookAtLate,
  },
  token_expiry: {
    title: () => 'Access token expires',
    isActing: true,
    offered: ({ hasTokenExpiry }) => offeredIf(hasTokenExpiry, NO_TOKEN),
    state: (_rule, { facts }) => (facts.tokenExpiresAt() === null ? notWatched(NO_TOKEN, true) : WATCHED),
    look({ minutes }, memory, { tokenExpiresAt, now }) {
      const until = tokenExpiresAt()
      if (until === null) return { memory, text: null }
      const left = until - now
      if (left > minutes * 60_000 || memory.seen === String(until)) return { memory, text: null }
      const message = left > 0 ? `The access token expires in ${leftText(left)}.` : 'The access token has expired.'
      return { memory: { ...memory, seen: String(until) }, text: message }
    },
    firesAtOnce: true,
  },
}

/** The row of a rule, typed for this rule. */
const rowOf = (rule: Pick<AlertRule, 'kind'>): AlertKindRow<AlertRule> => KINDS[rule.kind] as AlertKindRow<AlertRule>

export const ruleTitle = (rule: AlertRule): string => rowOf(rule).title(rule)
export const ruleIssue = (rule: AlertRule, facts: RuleFacts): string | null => rowOf(rule).issue?.(rule, facts) ?? null
export const isActing = (rule: AlertRule): boolean => rowOf(rule).isActing === true
export const isByClock = (rule: AlertRule): boolean => rowOf(rule).byClock === true
export const isByTurn = (rule: AlertRule): boolean => rowOf(rule).byTurn === true

/** The label in a list: `Alert on NYCTMP1: Mark rises to 572`. */
export function ruleLabel(rule: AlertRule, facts: Pick<ProbabilityFacts, 'outcome'>): string {
  const of = 'asset' in rule ? rule.asset : null
  const asset = of !== null && (rule.kind === 'probability' || isCoin(of)) ? nameOf(of, facts) : of
  const title = 'minutes' in rule ? `${ruleTitle(rule)} (${rule.minutes} min)` : ruleTitle(rule)
  return asset === null ? `Alert: ${title}` : `Alert on ${asset}: ${title}`
}

/** Which kinds can be set, and why others cannot. */
export const kindsOf = (context: OfferContext): Readonly<Record<AlertKind, Feature>> =>
  Object.fromEntries(Object.entries(KINDS).map(([kind, row]) => [kind, row.offered(context)])) as Record<
    AlertKind,
    Feature
  >

/** Whether an enabled alert is watched. */
export function watchOf({ rule, account }: Pick<AlertRecord, 'rule' | 'account'>, context: WatchContext): WatchState {
  const wallet = alertScope(rule.kind) === 'wallet' ? walletState(account, context.address) : WATCHED
  return wallet.at === 'watched' ? rowOf(rule).state(rule, context) : wallet
}

/** Checks an enabled alert once. */
export const lookAt = (rule: AlertRule, memory: AlertMemory, facts: AlertFacts): AlertLook =>
  rowOf(rule).look?.(rule, memory, facts) ?? { memory, text: null }

/** The memory of a new alert: a condition that already holds, such as a bucket about to close, does not fire it. */
export const firstSight = (rule: AlertRule, facts: AlertFacts): AlertMemory =>
  rowOf(rule).firesAtOnce === true ? NO_MEMORY : lookAt(rule, NO_MEMORY, facts).memory
