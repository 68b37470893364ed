/** What every order is held to as of now: the account as last read, what other orders may still add, and the day's result. */
import type { AccountView } from '../../contract/account.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { FillRecords } from '../records/index.ts'
import { FOR, type Purpose } from '../service/index.ts'
import type { AccountWatch } from './account/index.ts'
import type { ActionLog, Refusal } from './actions/index.ts'
import type { TradingOptions } from './interface.ts'
import { createLastGate, type LastGate } from './last-gate.ts'
import type { OutcomeFacts } from './plans/index.ts'
import { createDayResult, createExposure, createSelfCross, type Exposure } from './risk/index.ts'

interface HeldToParts {
  readonly actionLog: ActionLog
  readonly watch: AccountWatch
  readonly fills: FillRecords
  readonly serverTime: () => Millis
}

interface HeldTo {
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
  account(purpose?: Purpose): Promise<AccountView>
  /** Realised and unrealised since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  dayResult(): Promise<Money>
  readonly exposure: Exposure
  /** Why an action that adds exposure may not go out, by what of the trader's is in the market already, or null. */
  entryRefusal(id: string): Refusal | null
  readonly gate: LastGate
}

/** No order is refused on an account read older than this, ms. */
const TRUSTED = 10_000

export function createHeldTo(
  { markets, settings, clock }: Pick<TradingOptions, 'markets' | 'settings' | 'clock'>,
  { actionLog, watch, fills, serverTime }: HeldToParts,
): HeldTo {
  const account = async (purpose: Purpose = FOR.order): Promise<AccountView> =>
    trustedAccount(watch, clock) ?? (await watch.freshAccount(purpose))
  const freshMark = (asset: string): Price | null => {
    const ticker = markets.ticker(asset)
    return ticker === null || ticker.stale ? null : ticker.mark
  }
  const limits = () => settings.limits()
  const day = createDayResult({
    fills,
    account: () => account(),
    mark: freshMark,
    changedAt: () => watch.changedAt(),
    serverTime,
  })
  const dayResult = async (): Promise<Money> => (await day.read()).total
  const exposure = createExposure({
    actionLog,
    clock,
    lastAccount: () => watch.lastAccount(),
    onAccount: watch.onChange,
    openOrders: () => watch.openOrders(),
    priceOf: freshMark,
    limits,
  })
  const entryRefusal = createSelfCross({
    actionLog,
    openOrders: () => watch.openOrders(),
    priceOf: freshMark,
    mirrorOf: (asset) => mirrorOf(markets.outcome(asset)),
    nameOf: (asset) => markets.outcome(asset)?.side.name ?? asset,
  })
  const gate = createLastGate({ actionLog, exposure, entryRefusal, account: () => account(), limits, dayResult })
  return { account, dayResult, exposure, entryRefusal, gate }
}

/** Of an outcome with two sides, the coin of the other one: the two are one book. */
const mirrorOf = (facts: OutcomeFacts | null): string | null =>
  facts?.market.sides.length === 2
    ? (facts.market.sides.find(({ coin }) => coin !== facts.side.coin)?.coin ?? null)
    : null

/** The last account read, unless it is too old. */
function trustedAccount(watch: Pick<AccountWatch, 'lastAccount'>, clock: Pick<Clock, 'monotonic'>): AccountView | null {
  const last = watch.lastAccount()
  return last !== null && clock.monotonic() - last.began < TRUSTED ? last.value : null
}
