/** Reads that are asked for, not streamed: TanStack Query over the bridge, read again when main says the account changed. */
export { type AssetSpec, type Assets, marketName } from './assets.ts'
export { useFirstOrders } from './first-orders.ts'
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
  useMarket,
  useMarkets,
  useMinimumValue,
  useOldOutcomeOrders,
  useOpenOrders,
  useReadFreshness,
  useResults,
  useSession,
  useSettings,
  useSettlementHistory,
  useShareFees,
  useTrades,
  useTransfers,
  useUnreadableOrders,
} from './hooks.ts'
export { type LiveMoney, liveMoney } from './live-money.ts'
export { useMarkCandles } from './mark-candles.ts'
export { createQueryClient, QueriesProvider } from './provider.tsx'
export type { ReadState } from './read-age.ts'
export { NotRefreshed, ReadAge, ReadStates } from './read-states.tsx'
export { useRecords } from './records-hooks.ts'
export { useReferralCode, useReferralPayouts, useReferralTree, useRewards } from './referral-hooks.ts'
export { UnreadableRows } from './unreadable-rows.tsx'
export { useActivity } from './use-activity.ts'
export { useChanges } from './use-changes.ts'
export { useFoundActions } from './use-found-actions.ts'
export { usePast, usePastExport, usePastView } from './use-past.ts'
