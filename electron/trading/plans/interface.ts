/** What a plan is, and what planning needs to know. */
import type { AccountView, Family } from '../../../contract/account.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import type { Hex } from '../../../contract/address.ts'
import type { BinaryView } from '../../../contract/binary.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import type { Money, Price, Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker } from '../../../contract/market.ts'
import type { MinimumValues } from '../../../contract/minimum-value.ts'
import { isCoin, type OutcomeMarket, type OutcomeSide } from '../../../contract/outcome.ts'
import { type Result, refused } from '../../../contract/result.ts'
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

/** What the feed knows of markets; null is what it has not received. */
export interface MarketFacts {
  market(asset: string): ScalarMarket | null
  ticker(
    asset: string,
  ): (Pick<Ticker, 'mark' | 'mid' | 'status' | 'stale'> & Partial<Pick<Ticker, 'bid' | 'ask'>>) | null
  /** The book of an asset that is held, whole; null for any other. */
  depth(asset: string): (ShownBook & { readonly stale: boolean }) | null
  bucket(): (Pick<BucketView, 'current' | 'phase'> & Partial<Pick<BucketView, 'twapWindow'>>) | null
  binary(): Pick<BinaryView, 'markets' | 'status' | 'bucket'> | null
  outcome(coin: string): OutcomeFacts | null
  /** What outcome markets are settled in. */
  outcomeCollateral(): Collateral
  /** Asks for an asset's prices although no window watches them, until the way back is called. */
  needPrices(asset: string): Cancel
}

/** A side of an outcome market, found by its coin. */
export interface OutcomeFacts {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

/** Intents that are planned: all but the approval, which the identity carries out. */
export type AgentIntent = Exclude<Intent, { kind: 'approve_agent' }>

/** A prepared action with the agent's signature over it. */
export interface Signed {
  readonly orderId: string
  readonly actionHash: Hex
  readonly signature: Hex
}

/** What to prepare, what it must be, and how it is submitted: one action, or several that go out together. */
export interface Plan {
  readonly kind: 'agent'
  readonly expected: ExpectedAction
  /** Empty when there is nothing to be done, with `nothing` to say so. */
  prepare(): Promise<readonly PreparedAction[]>
  /** An answer that by its own figures did not do what was signed for is the terminal's refusal: the service refused nothing. */
  submit(signed: readonly Signed[]): Promise<SubmitAck | { readonly refusal: Refusal }>
  readonly nothing?: string
  /** Whether an answer without an error says all there is to know: no read tells more. */
  readonly endsWithAnswer?: boolean
}

/** An order that the trader's own wallet signs: nothing is prepared by the service. */
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
  /** What the account held when it was planned. */
  readonly balances: NonNullable<StoredAction['prepared']>['balances']
}

export type AnyPlan = Plan | DirectPlan | UserPlan

export interface PlanOptions {
  readonly service: TradingService
  readonly clock: Clock
  readonly facts: MarketFacts
  readonly limits: () => Limits
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  readonly dayResult: () => Promise<Money>
  readonly rate: Pick<RateLimit, 'take' | 'count'>
  readonly serverTime: () => Millis
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  /** An account read that begins now. @throws ServiceError, also where a position cannot be read. */
  readonly freshAccount: () => Promise<AccountView>
  /** The same without the positions that cannot be read. */
  readonly freshAccountInParts: () => Promise<AccountView>
  /** What is held of an asset by its fills, signed; zero where they say nothing of it. */
  readonly heldByFills: (asset: string) => Size
  /** Leverage that the trader last set for an asset here, null when never. */
  readonly leverageSet: (asset: string) => number | null
  readonly exposure: Pick<Exposure, 'committed' | 'positionRefusal'>
  /** What becomes of closes: how far they may widen, and which are orders of one that is under way. */
  readonly closes: {
    planned(
      id: string,
      close: { readonly family: Family; readonly prices: readonly Price[]; readonly size: Size },
    ): void
    isStep(id: string): boolean
  }
  /** What assets are signed under. */
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

/** Of an outcome with two sides, the coin of the other one: the two are one book. Null for anything else. */
export function mirrorOf(asset: string, { outcome }: Pick<MarketFacts, 'outcome'>): string | null {
  const { market, side } = outcome(asset) ?? {}
  if (market?.sides.length !== 2) return null
  return market.sides.find(({ coin }) => coin !== side?.coin)?.coin ?? null
}

/** Of one prepared action, as nearly all plans are. */
export const one =
  (prepare: () => Promise<PreparedAction>): Plan['prepare'] =>
  async () => [await prepare()]

export const submitOne =
  (service: Pick<TradingService, 'submitPrepared'>, kind: PreparedKind): Plan['submit'] =>
  ([signed]) => {
    if (signed === undefined) throw new Error('there is nothing to submit')
    return service.submitPrepared(kind, signed)
  }
