/** What a plan is, and what planning needs to know. */
import type { AccountView, Family } from '../../../contract/account.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import type { Hex } from '../../../contract/address.ts'
import type { BinaryView } from '../../../contract/binary.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import { type Decimal, type Money, type Price, parseDecimal, type Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker } from '../../../contract/market.ts'
import type { MinimumValues } from '../../../contract/minimum-value.ts'
import { isCoin, type OutcomeMarket, type OutcomeSide } from '../../../contract/outcome.ts'
import { ok, type Result, refused } from '../../../contract/result.ts'
import type { Cancel, Clock, Millis } from '../../../contract/time.ts'
import type {
  ClientOrder,
  PreparedAction,
  PreparedKind,
  SubmitAck,
  TradingService,
  UserAction,
} from '../../service/index.ts'
import type { ExpectedAction, Verification } from '../../signing/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { Refusal } from '../actions/index.ts'
import type { AssetNumbers } from '../numbers/index.ts'
import type { Exposure, Limits, RateLimit, ShownBook } from '../risk/index.ts'

/** Facts of the feed about markets; null for what it has not received. */
export interface MarketFacts {
  market(asset: string): ScalarMarket | null
  ticker(
    asset: string,
  ): (Pick<Ticker, 'mark' | 'mid' | 'status' | 'stale'> & Partial<Pick<Ticker, 'bid' | 'ask'>>) | null
  /** The complete book of a subscribed asset; null for any other. */
  depth(asset: string): (ShownBook & { readonly stale: boolean }) | null
  bucket(): (Pick<BucketView, 'current' | 'phase'> & Partial<Pick<BucketView, 'twapWindow'>>) | null
  binary(): Pick<BinaryView, 'markets' | 'status' | 'bucket'> | null
  outcome(coin: string): OutcomeFacts | null
  outcomeCollateral(): Collateral
  /** Subscribes to an asset's prices although no window shows them, until the returned function is called. */
  needPrices(asset: string): Cancel
}

/** A side of an outcome market, by its coin. */
export interface OutcomeFacts {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

/** Intents that are planned: all but the approval, which the identity executes. */
export type AgentIntent = Exclude<Intent, { kind: 'approve_agent' }>

/** A prepared action with the agent's signature over it. */
export interface Signed {
  readonly orderId: string
  readonly actionHash: Hex
  readonly signature: Hex
}

/** The request to prepare, the expected result, and how it is submitted: one action, or several that are sent together. */
export interface Plan {
  readonly kind: 'agent'
  readonly expected: ExpectedAction
  /** Empty when there is nothing to do; `nothing` then holds the message. */
  prepare(): Promise<readonly PreparedAction[]>
  /** An answer whose own figures differ from what was signed is a refusal by the terminal: the service refused nothing. */
  submit(signed: readonly Signed[]): Promise<SubmitAck | { readonly refusal: Refusal }>
  readonly nothing?: string
  /** Whether an answer without an error is the final result: no read shows more. */
  readonly endsWithAnswer?: boolean
}

/** An order that the trader's own wallet signs: the service prepares nothing. */
export interface DirectPlan {
  readonly kind: 'direct'
  readonly order: Omit<ClientOrder, 'nonce' | 'timestamp'>
}

/** Something that the service prepares and the trader's own wallet signs. */
export interface UserPlan {
  readonly kind: 'user'
  prepare(): Promise<UserAction>
  verify(action: UserAction): Verification
  submit(signed: { readonly actionHash: Hex; readonly signature: Hex }): Promise<{ readonly status: string }>
  /** The account's balances at planning time. */
  readonly balances: NonNullable<StoredAction['prepared']>['balances']
}

export type AnyPlan = Plan | DirectPlan | UserPlan

export interface PlanOptions {
  readonly service: TradingService
  readonly clock: Clock
  readonly facts: MarketFacts
  readonly limits: () => Limits
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error with the reason when it cannot be known. */
  readonly dayResult: () => Promise<Money>
  readonly rate: Pick<RateLimit, 'take' | 'count'>
  readonly serverTime: () => Millis
  /** The last account read, or a new one when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  /** An account read that begins now. @throws ServiceError, also where a position cannot be read. */
  readonly freshAccount: () => Promise<AccountView>
  /** An account read that begins now, without the unreadable positions. */
  readonly freshAccountInParts: () => Promise<AccountView>
  /** Position in an asset by its fills, signed; zero where they show none. */
  readonly heldByFills: (asset: string) => Size
  /** Leverage that the trader last set here for an asset; null when never. */
  readonly leverageSet: (asset: string) => number | null
  readonly exposure: Pick<Exposure, 'committed' | 'positionRefusal'>
  /** Closes under way: how far they may widen, and which orders belong to them. */
  readonly closes: {
    planned(
      id: string,
      close: { readonly family: Family; readonly prices: readonly Price[]; readonly size: Size },
    ): void
    isStep(id: string): boolean
  }
  /** The numbers that assets are signed under. */
  readonly numbers: Pick<AssetNumbers, 'numberOf'>
  /** The minimum order value of each family where a market names none. */
  readonly minimums: () => MinimumValues
}

export type Planned = Result<AnyPlan, Refusal>

export const refuse = (code: KnownCode, message: string, field: Refusal['field'] = null) =>
  refused<Refusal>({ code, message, field })

/** The family of an asset; scalar where nothing lists it. */
export function familyOf(asset: string, { binary }: Pick<MarketFacts, 'binary'>): Family {
  if (isCoin(asset)) return 'outcome'
  return binary()?.markets.some((market) => market.asset === asset) === true ? 'binary' : 'scalar'
}

/** The coin of the other side of a two-sided outcome: the two are one book. Null for anything else. */
export function mirrorOf(asset: string, { outcome }: Pick<MarketFacts, 'outcome'>): string | null {
  const { market, side } = outcome(asset) ?? {}
  if (market?.sides.length !== 2) return null
  return market.sides.find(({ coin }) => coin !== side?.coin)?.coin ?? null
}

/** A field of the one order in a prepared action, as decimal; null when the action was omitted. */
function orderField({ action }: PreparedAction, field: 'p' | 's'): Decimal | null {
  const orders = action?.orders
  const text: unknown = Array.isArray(orders) ? (orders[0] as Record<string, unknown> | undefined)?.[field] : undefined
  return typeof text === 'string' ? parseDecimal(text) : null
}

/** The limit price of the one order in a prepared action; null when the action was omitted. */
export const limitOf = (prepared: PreparedAction): Price | null => orderField(prepared, 'p') as Price | null

/** The size of the one order in a prepared action; null when the action was omitted. */
export const sizeOf = (prepared: PreparedAction): Size | null => orderField(prepared, 's') as Size | null

/** A plan of one prepared action, as nearly all plans are. @param kind how the signed action is submitted */
export const planOne = (
  service: Pick<TradingService, 'submitPrepared'>,
  kind: PreparedKind,
  expected: ExpectedAction,
  prepare: () => Promise<PreparedAction>,
): Planned =>
  ok({
    kind: 'agent',
    expected,
    prepare: async () => [await prepare()],
    submit([signed]) {
      if (signed === undefined) throw new Error('there is nothing to submit')
      return service.submitPrepared(kind, signed)
    },
  })
