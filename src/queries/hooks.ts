/** Reads over the bridge. Each carries its state: loading, error with the service's message, data. */

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AccountView, Fees, Fill, OpenOrdersView, Order, Position } from '../../contract/account.ts'
import type { FirstOrders } from '../../contract/activity.ts'
import type { DaySheet, PeriodInput } from '../../contract/books-view.ts'
import type { Decimal, Money } from '../../contract/decimal.ts'
import type { EquityView, TransfersView } from '../../contract/equity.ts'
import type { OutputOf } from '../../contract/ipc.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { minimumValueOf } from '../../contract/minimum-value.ts'
import type { Conversion } from '../../contract/outcome.ts'
import type { RecordsView } from '../../contract/past.ts'
import { type CloseDistances, closeDistancesOf } from '../../contract/protection.ts'
import type { MaybeSupported, ReferralCode, ReferralPayouts, ReferralTree, Rewards } from '../../contract/referrals.ts'
import type { SessionView } from '../../contract/session.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import type { HistoryPeriod, SettlementHistory } from '../../contract/settlement-history.ts'
import { type ShareFees, type ShareSets, shareFeesOf, shareSetsOf } from '../../contract/shares.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { ForecastSkill } from '../../contract/weather/index.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { type Freshness, useFreshness, useTopic, useTopicValue } from '../market-data/index.ts'
import { type Assets, assetsOf } from './assets.ts'
import { accountKey, marketKey } from './keys.ts'

// The age of what was read, once one of the reads has failed.

/** Of a read: its last success, ms by this machine's clock, 0 if none, and the error of its last attempt. */
export interface ReadState {
  readonly dataUpdatedAt: number
  readonly error: unknown
}

/**
 * The age of reads that are shown together. After a failed read, its previous data counts as old; a read that never succeeded shows no data that
 * could be old.
 */
export function datedOf(reads: readonly ReadState[]): { readonly stale: boolean; readonly receivedAt: number } {
  const brought = reads.filter(({ dataUpdatedAt }) => dataUpdatedAt > 0)
  const failed = brought.filter(({ error }) => error !== null)
  const counted = failed.length > 0 ? failed : brought
  const receivedAt = counted.length === 0 ? 0 : Math.min(...counted.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return { stale: failed.length > 0, receivedAt }
}

export type Read<Value> = UseQueryResult<Value, TerminalFailure>

/** The current identity and deployment; undefined until main publishes them. */
export const useSession = (): SessionView | undefined => useTopic({ kind: 'session' })
/** The terminal's settings; undefined until main publishes them. */
export const useSettings = (): Settings | undefined => useTopic({ kind: 'settings' })

/** The close distances of the settings, by family. */
export function useCloseDistances(): CloseDistances {
  const settings = useSettings() ?? DEFAULT_SETTINGS
  return useMemo(() => closeDistancesOf(settings), [settings])
}

/** Profile and wallet that reads belong to; null while unknown. */
export function useScope(): { readonly profile: string | undefined; readonly address: string | null | undefined } {
  const profile = useTopicValue({ kind: 'session' }, (session) => session.profile.name)
  const address = useTopicValue({ kind: 'session' }, (session) => session.identity?.wallet ?? null)
  return { profile, address }
}

/** Money moves with the mark, so the account is re-read at this interval even without a reported change. */
const ACCOUNT_EVERY_MS = 5000
const MARKETS_EVERY_MS = 30_000

/** Retry interval of a failed read: nothing else may report that the service is back. */
const AGAIN_EVERY_MS = 5000
export const againAfterFailure = ({
  state,
}: {
  readonly state: { readonly error: TerminalFailure | null }
}): number | false => (state.error === null ? false : AGAIN_EVERY_MS)

/** Whether REST data is current: while the feed is down, or after a failed read, it is as old as the read. */
export const useReadFreshness = (...reads: readonly ReadState[]): Freshness => useFreshness(datedOf(reads), 'reads')

/** `GET /v1/markets`: ticks, decimals and status of the scalar assets. */
export function useMarkets(): Read<readonly ScalarMarket[]> {
  const call = useCall()
  const { profile } = useScope()
  return useQuery({
    queryKey: marketKey(profile ?? '', 'markets'),
    queryFn: () => call('readMarkets', {}),
    enabled: profile !== undefined,
    refetchInterval: MARKETS_EVERY_MS,
  })
}

/** One market of `useMarkets`, undefined while unknown. */
export function useMarket(asset: string | null): ScalarMarket | undefined {
  return useMarkets().data?.find((market) => market.asset === asset)
}

/** The minimum order value of a market, in its collateral; null where none is known. */
export function useMinimumValue(family: Family, market: { readonly minimumValue?: Money } | undefined): Money | null {
  return minimumValueOf(market ?? {}, family, useTopic({ kind: 'minimum_values' }))
}

/** Positions and money of the trader. */
export function useAccount(): Read<AccountView> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'account'),
    queryFn: () => call('readAccount', {}),
    enabled: profile !== undefined,
    refetchInterval: ACCOUNT_EVERY_MS,
  })
}

function useOpenOrdersView<Value>(select: (view: OpenOrdersView) => Value): Read<Value> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'open-orders'),
    queryFn: () => call('readOpenOrders', {}),
    select,
    enabled: profile !== undefined,
    refetchInterval: againAfterFailure,
  })
}
const ordersOf = ({ orders }: OpenOrdersView): readonly Order[] => orders
const unreadableOf = ({ unreadable = NONE_UNREADABLE }: OpenOrdersView): readonly UnreadableRow[] => unreadable
const NONE_UNREADABLE: readonly UnreadableRow[] = []
const oldOf = ({ old }: OpenOrdersView): OpenOrdersView['old'] => old

/** The trader's resting orders. */
export const useOpenOrders = (): Read<readonly Order[]> => useOpenOrdersView(ordersOf)

/** Open orders that cannot be parsed. */
export const useUnreadableOrders = (): readonly UnreadableRow[] | undefined => useOpenOrdersView(unreadableOf).data

/** The failed read of outcome orders when the other orders were read; null when all were read. */
export function useOldOutcomeOrders(): (ReadState & { readonly error: Error }) | null {
  const { data, dataUpdatedAt } = useOpenOrdersView(oldOf)
  return data == null ? null : { dataUpdatedAt: dataUpdatedAt - data.ageMs, error: new Error(data.message) }
}

/** Newest fills of the trader, at most `limit` (500). @param wanted whether to read them at all */
export function useFills(limit = 100, wanted = true): Read<readonly Fill[]> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'fills', limit),
    queryFn: () => call('readFills', { limit, before: null }),
    enabled: profile !== undefined && wanted,
    refetchInterval: againAfterFailure,
  })
}

/** The last fees charged on trades in shares. */
export function useShareFees(): ShareFees {
  const fills = useFills().data
  return useMemo(() => shareFeesOf(fills ?? []), [fills])
}

/** The fee of closing a family's position, basis points of its value; null where unknown. */
export function useCloseFees(): (family: Family) => Decimal | null {
  const scalar = useFees().data?.takerBps ?? null
  const { sell } = useShareFees()
  return useCallback((family) => ({ scalar, binary: null, outcome: sell })[family], [scalar, sell])
}

/** The trader's fees in basis points. */
export function useFees(): Read<Fees> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'fees'),
    queryFn: () => call('readFees', {}),
    enabled: profile !== undefined,
    refetchInterval: againAfterFailure,
  })
}

/** The trader's conversions between USDH and shares, newest first. */
export function useConversions(wanted: boolean): Read<readonly Conversion[]> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'conversions'),
    queryFn: () => call('readConversions', {}),
    enabled: profile !== undefined && wanted,
    refetchInterval: againAfterFailure,
  })
}

/** Daily results of a period; re-read when the books are. */
export const useResults = (period: PeriodInput) => useOfBooks('readResults', period)
/** Closed trades of a period; re-read when the books are. */
export const useTrades = (period: PeriodInput) => useOfBooks('readTrades', period)
/** Predictions of a period and whether they came true; re-read when the books are. */
export const useCalibration = (period: PeriodInput) => useOfBooks('readCalibration', period)

type BookCall = 'readResults' | 'readTrades' | 'readCalibration'

function useOfBooks<Name extends BookCall>(name: Name, period: PeriodInput): Read<OutputOf<Name>> {
  const call = useCall()
  const { profile, address } = useScope()
  const version = useTopicValue({ kind: 'books' }, (books) => books.version)
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, name, period, version),
    queryFn: () => call<BookCall>(name, { period }) as Promise<OutputOf<Name>>,
    enabled: profile !== undefined && version !== undefined,
    // Keeps the previous data until the next arrives, so that figures change without flicker.
    placeholderData: (before: OutputOf<Name> | undefined) => before as never,
    refetchInterval: againAfterFailure,
  })
}

/** The settlement of every bucket of a period; re-read when more are known. */
export function useSettlementHistory(period: HistoryPeriod): Read<SettlementHistory> {
  const call = useCall()
  const { profile } = useScope()
  const version = useTopicValue({ kind: 'settlement_history' }, (history) => history.version)
  return useQuery({
    queryKey: marketKey(profile ?? '', 'settlement-history', period, version),
    queryFn: () => call('readSettlementHistory', { period }),
    enabled: profile !== undefined && version !== undefined,
    placeholderData: (before: SettlementHistory | undefined) => before,
    refetchInterval: againAfterFailure,
  })
}

/** How well stored forecasts predicted the settlements of an asset's buckets; read again when more settlements are known. Null reads nothing. */
export function useForecastSkill(asset: string | null): Read<ForecastSkill> {
  const call = useCall()
  const { profile } = useScope()
  const version = useTopicValue({ kind: 'settlement_history' }, (history) => history.version)
  return useQuery({
    queryKey: marketKey(profile ?? '', 'forecast-skill', asset, version),
    queryFn: () => call('readForecastSkill', { asset: asset ?? '' }),
    enabled: profile !== undefined && version !== undefined && asset !== null,
    placeholderData: (before: ForecastSkill | undefined) => before,
    refetchInterval: againAfterFailure,
  })
}

/** All records of a UTC day, by any moment of it; re-read when the books are. */
export function useDaySheet(time: number): Read<DaySheet> {
  const call = useCall()
  const { profile, address } = useScope()
  const version = useTopicValue({ kind: 'books' }, (books) => books.version)
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'day-sheet', time, version),
    queryFn: () => call('readDaySheet', { time }),
    enabled: profile !== undefined && version !== undefined,
    placeholderData: (before: DaySheet | undefined) => before,
    refetchInterval: againAfterFailure,
  })
}

/** The wallet's equity over a period, and what explains its change; re-read on new samples or balance changes. */
export function useEquityOver(period: PeriodInput): Read<EquityView> {
  const call = useCall()
  const { profile, address } = useScope()
  const version = useTopicValue({ kind: 'equity' }, (equity) => equity.version)
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'equity', period, version),
    queryFn: () => call('readEquity', { period }),
    enabled: profile !== undefined && version !== undefined,
    placeholderData: (before: EquityView | undefined) => before,
    refetchInterval: againAfterFailure,
  })
}

/** Transfers, conversions and balance changes. */
export function useTransfers(): Read<TransfersView> {
  const call = useCall()
  const { profile, address } = useScope()
  const version = useTopicValue({ kind: 'equity' }, (equity) => equity.version)
  const books = useTopicValue({ kind: 'books' }, (one) => one.version)
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'transfers', version, books),
    queryFn: () => call('readTransfers', {}),
    enabled: profile !== undefined && version !== undefined,
    placeholderData: (before: TransfersView | undefined) => before,
    refetchInterval: againAfterFailure,
  })
}

const NONE: readonly never[] = []

/** Names and decimals of the assets of every family that have been read so far. */
export function useAssets(): Assets {
  const scalars = useMarkets().data ?? NONE
  const binaries = useTopicValue({ kind: 'binary' }, (view) => view.markets) ?? NONE
  const outcomes = useTopicValue({ kind: 'outcomes' }, (view) => view.markets) ?? NONE
  return useMemo(() => assetsOf(scalars, binaries, outcomes), [scalars, binaries, outcomes])
}

/** Whether the trader has placed first orders, on the window's deployment and on the practice venue; re-read whenever the account changes. */
export function useFirstOrders(): Read<FirstOrders> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery<FirstOrders, TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'first-orders'),
    queryFn: () => call('readFirstOrders', {}),
    enabled: profile !== undefined,
    refetchInterval: againAfterFailure,
  })
}

/** Interval between reads, ms: each read counts every row. */
const EVERY = 30_000

/** The number of stored records of the trader's wallet. */
export function useRecords(): UseQueryResult<RecordsView, TerminalFailure> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery<RecordsView, TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'records'),
    queryFn: () => call('readRecords', {}),
    enabled: profile !== undefined && address != null,
    refetchInterval: (query) => againAfterFailure(query) || EVERY,
  })
}

// Reads of the trader's referrals and rewards, which a deployment may lack.

type OptionalRead<Value> = UseQueryResult<MaybeSupported<Value>, TerminalFailure>

/** `what` becomes part of the key, with the page where there is one. */
function useReportedRead<Value>(
  read: () => Promise<MaybeSupported<Value>>,
  what: string,
  ...more: readonly number[]
): OptionalRead<Value> {
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, what, ...more),
    queryFn: read,
    enabled: profile !== undefined && address != null,
    refetchInterval: againAfterFailure,
  })
}

/** The trader's own referral code. */
export function useReferralCode(): OptionalRead<ReferralCode> {
  const call = useCall()
  return useReportedRead(() => call('readReferralCode', {}), 'referral-code')
}

/** Who referred the trader, and whom the trader referred. */
export function useReferralTree(): OptionalRead<ReferralTree> {
  const call = useCall()
  return useReportedRead(() => call('readReferralTree', {}), 'referral-tree')
}

/** One page of payouts. */
export function useReferralPayouts(limit: number, offset: number): OptionalRead<ReferralPayouts> {
  const call = useCall()
  return useReportedRead(() => call('readReferralPayouts', { limit, offset }), 'referral-payouts', limit, offset)
}

/** Rewards from the trader's own trading. */
export function useRewards(): OptionalRead<Rewards> {
  const call = useCall()
  return useReportedRead(() => call('readRewards', {}), 'rewards')
}

/** Sets among the shares that are held. @param positions nullish before they were read */
export function useShareSets(positions: readonly Position[] | null | undefined): ShareSets {
  const markets = useTopicValue({ kind: 'outcomes' }, (view) => view.markets) ?? NONE
  return useMemo(() => shareSetsOf(positions ?? NO_POSITIONS, markets), [positions, markets])
}
const NO_POSITIONS: readonly Position[] = []
