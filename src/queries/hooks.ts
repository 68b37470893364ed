/** Reads over the bridge. Each carries its state: loading, error with the service's message, data. */

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AccountView, Fees, Fill, OpenOrdersView, Order, Position } from '../../contract/account.ts'
import type { PeriodInput } from '../../contract/books-view.ts'
import type { Decimal, Money } from '../../contract/decimal.ts'
import type { CallName, InputOf, OutputOf } from '../../contract/ipc.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { minimumValueOf } from '../../contract/minimum-value.ts'
import { type CloseDistances, closeDistancesOf } from '../../contract/protection.ts'
import type { SessionView } from '../../contract/session.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import type { HistoryPeriod } from '../../contract/settlement-history.ts'
import { type ShareFees, type ShareSets, shareFeesOf, shareSetsOf } from '../../contract/shares.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { type Freshness, useFreshness, useTopic, useTopicValue } from '../market-data/index.ts'
import { type Assets, assetsOf } from './assets.ts'
import { accountKey, isSameOwner, marketKey } from './keys.ts'

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

/** Retry interval of a failed read, ms: nothing else may report that the service is back. */
const AGAIN_EVERY = 5000
export const againAfterFailure = ({ state }: { readonly state: Pick<ReadState, 'error'> }): number | false =>
  state.error === null ? false : AGAIN_EVERY

/** Whether REST data is current: while the feed is down, or after a failed read, it is as old as the read. */
export const useReadFreshness = (...reads: readonly ReadState[]): Freshness => useFreshness(datedOf(reads), 'reads')

type ReadName = Extract<CallName, `read${string}`>

interface ReadOptions<Output, Value> {
  /**
   * Whose data it is. An account's is dropped when another wallet signs in, and read again whenever main reports a change of the account.
   * @default account
   */
  readonly of?: 'account' | 'market'
  /** Whether to read at all. */
  readonly wanted?: boolean
  /** Versions of what it is made from: each change reads again, and the previous data stays until then. Nothing is read while one is undefined. */
  readonly versions?: readonly (number | undefined)[]
  /** Interval of reads without a reported change, ms. */
  readonly every?: number
  /** The part of it that the caller needs; a stable function. */
  readonly select?: (output: Output) => Value
}

const NO_VERSIONS: readonly number[] = []

/** A read of main or the service, once for the whole window. @param input of the call, part of the query's key */
export function useRead<Name extends ReadName, Value = OutputOf<Name>>(
  name: Name,
  input: InputOf<Name>,
  options: ReadOptions<OutputOf<Name>, Value> = {},
): Read<Value> {
  const { of = 'account', wanted = true, versions = NO_VERSIONS, every, select } = options
  const call = useCall()
  const { profile, address } = useScope()
  const key =
    of === 'market'
      ? marketKey(profile ?? '', name, input, ...versions)
      : accountKey(profile ?? '', address ?? null, name, input, ...versions)
  const previous = (data: OutputOf<Name> | undefined, query?: { readonly queryKey: readonly unknown[] }) =>
    query !== undefined && isSameOwner(query.queryKey, key) ? data : undefined
  return useQuery<OutputOf<Name>, TerminalFailure, Value>({
    queryKey: key,
    queryFn: () => call(name, input),
    enabled: profile !== undefined && wanted && !versions.includes(undefined),
    refetchInterval: (query) => againAfterFailure(query) || (every ?? false),
    ...(select === undefined ? {} : { select }),
    // Figures change without flicker.
    ...(versions.length === 0 ? {} : { placeholderData: previous as never }),
  })
}

/** Ticks, decimals and status of the scalar assets (`GET /v1/markets`). */
export const useMarkets = (): Read<readonly ScalarMarket[]> =>
  useRead('readMarkets', {}, { of: 'market', every: 30_000 })

/** One market of `useMarkets`, undefined while unknown. */
export function useMarket(asset: string | null): ScalarMarket | undefined {
  return useMarkets().data?.find((market) => market.asset === asset)
}

/** The minimum order value of a market, in its collateral; null where none is known. */
export function useMinimumValue(family: Family, market: { readonly minimumValue?: Money } | undefined): Money | null {
  return minimumValueOf(market ?? {}, family, useTopic({ kind: 'minimum_values' }))
}

/** Positions and money of the trader. Money moves with the mark, so it is read again without a reported change too. */
export const useAccount = (): Read<AccountView> => useRead('readAccount', {}, { every: 5000 })

const ordersOf = ({ orders }: OpenOrdersView): readonly Order[] => orders
const unreadableOf = ({ unreadable = NONE_UNREADABLE }: OpenOrdersView): readonly UnreadableRow[] => unreadable
const NONE_UNREADABLE: readonly UnreadableRow[] = []
const oldOf = ({ old }: OpenOrdersView): OpenOrdersView['old'] => old

/** The trader's resting orders. */
export const useOpenOrders = (): Read<readonly Order[]> => useRead('readOpenOrders', {}, { select: ordersOf })

/** Open orders that cannot be parsed. */
export const useUnreadableOrders = (): readonly UnreadableRow[] | undefined =>
  useRead('readOpenOrders', {}, { select: unreadableOf }).data

/** The failed read of outcome orders when the other orders were read; null when all were read. */
export function useOldOutcomeOrders(): (ReadState & { readonly error: Error }) | null {
  const { data, dataUpdatedAt } = useRead('readOpenOrders', {}, { select: oldOf })
  return data == null ? null : { dataUpdatedAt: dataUpdatedAt - data.ageMs, error: new Error(data.message) }
}

/** Newest fills of the trader, at most `limit` (500). @param wanted whether to read them at all */
export const useFills = (limit = 100, wanted = true): Read<readonly Fill[]> =>
  useRead('readFills', { limit, before: null }, { wanted })

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
export const useFees = (): Read<Fees> => useRead('readFees', {})

/** The topics that publish a version of what main keeps. */
type VersionTopic = 'books' | 'equity' | 'settlement_history'
const useVersion = (kind: VersionTopic): number | undefined => useTopicValue({ kind }, ({ version }) => version)

/** A read of the books for a period: daily results, closed trades, or predictions and whether they came true. */
export const useOfBooks = <Name extends 'readResults' | 'readTrades' | 'readCalibration'>(
  name: Name,
  period: PeriodInput,
): Read<OutputOf<Name>> => useRead(name, { period } as InputOf<Name>, { versions: [useVersion('books')] })

/** All records of a UTC day, by any moment of it. */
export const useDaySheet = (time: number) => useRead('readDaySheet', { time }, { versions: [useVersion('books')] })

/** The settlement of every bucket of a period. */
export const useSettlementHistory = (period: HistoryPeriod) =>
  useRead('readSettlementHistory', { period }, { of: 'market', versions: [useVersion('settlement_history')] })

/** How well stored forecasts predicted the settlements of an asset's buckets. Null reads nothing. */
export const useForecastSkill = (asset: string | null) =>
  useRead(
    'readForecastSkill',
    { asset: asset ?? '' },
    { of: 'market', versions: [useVersion('settlement_history')], wanted: asset !== null },
  )

/** The wallet's equity over a period, and what explains its change. */
export const useEquityOver = (period: PeriodInput) =>
  useRead('readEquity', { period }, { versions: [useVersion('equity')] })

/** Transfers, conversions and balance changes. */
export const useTransfers = () =>
  useRead('readTransfers', {}, { versions: [useVersion('equity'), useVersion('books')] })

/** Reads of what only a wallet has. */
export function useWalletRead<Name extends ReadName>(
  name: Name,
  input: InputOf<Name>,
  options: ReadOptions<OutputOf<Name>, OutputOf<Name>> = {},
): Read<OutputOf<Name>> {
  const { address } = useScope()
  return useRead(name, input, { ...options, wanted: address != null })
}

const NONE: readonly never[] = []

/** Names and decimals of the assets of every family that have been read so far. */
export function useAssets(): Assets {
  const scalars = useMarkets().data ?? NONE
  const binaries = useTopicValue({ kind: 'binary' }, (view) => view.markets) ?? NONE
  const outcomes = useTopicValue({ kind: 'outcomes' }, (view) => view.markets) ?? NONE
  return useMemo(() => assetsOf(scalars, binaries, outcomes), [scalars, binaries, outcomes])
}

/** Sets among the shares that are held. @param positions nullish before they were read */
export function useShareSets(positions: readonly Position[] | null | undefined): ShareSets {
  const markets = useTopicValue({ kind: 'outcomes' }, (view) => view.markets) ?? NONE
  return useMemo(() => shareSetsOf(positions ?? NO_POSITIONS, markets), [positions, markets])
}
const NO_POSITIONS: readonly Position[] = []
