/** Request-based reads, as opposed to streams: TanStack Query over the bridge, refetched when main reports an account change. */
export { type AssetSpec, type Assets, marketName } from './assets.ts'
export type { ReadState } from './hooks.ts'
export {
  useAccount,
  useAssets,
  useCloseDistances,
  useCloseFees,
  useDaySheet,
  useEquityOver,
  useFees,
  useFills,
  useForecastSkill,
  useMarket,
  useMarkets,
  useMinimumValue,
  useOfBooks,
  useOldOutcomeOrders,
  useOpenOrders,
  useRead,
  useReadFreshness,
  useSession,
  useSettings,
  useSettlementHistory,
  useShareFees,
  useShareSets,
  useTransfers,
  useUnreadableOrders,
  useWalletRead,
} from './hooks.ts'
export { type LiveMoney, liveMoney } from './live-money.ts'
export { useMarkCandles } from './mark-candles.ts'
export { createQueryClient, QueriesProvider } from './provider.tsx'
export { NotRefreshed, ReadAge, ReadStates, UnreadableRows } from './read-states.tsx'
export { useActivity, useChanges } from './use-changes.ts'
export { useFoundActions, usePast, usePastExport, usePastView } from './use-past.ts'
