/** Request-based reads, as opposed to streams: TanStack Query over the bridge, refetched when main reports an account change. */
export { type AssetSpec, type Assets, marketName } from './assets.ts'
export type { ReadState } from './hooks.ts'
export {
  useAccount,
  useAssets,
  useCalibration,
  useCloseDistances,
  useCloseFees,
  useConversions,
  useDaySheet,
  useEquityOver,
  useFees,
  useFills,
  useFirstOrders,
  useForecastSkill,
  useMarket,
  useMarkets,
  useMinimumValue,
  useOldOutcomeOrders,
  useOpenOrders,
  useReadFreshness,
  useRecords,
  useReferralCode,
  useReferralPayouts,
  useReferralTree,
  useResults,
  useRewards,
  useSession,
  useSettings,
  useSettlementHistory,
  useShareFees,
  useShareSets,
  useTrades,
  useTransfers,
  useUnreadableOrders,
} from './hooks.ts'
export { type LiveMoney, liveMoney } from './live-money.ts'
export { useMarkCandles } from './mark-candles.ts'
export { createQueryClient, QueriesProvider } from './provider.tsx'
export { NotRefreshed, ReadAge, ReadStates, UnreadableRows } from './read-states.tsx'
export { useActivity, useChanges } from './use-changes.ts'
export { useFoundActions, usePast, usePastExport, usePastView } from './use-past.ts'
