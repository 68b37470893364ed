/** The settlement of every bucket, stored permanently: as each arrives, and read back as far as the service's candles go. */

export { createMarketEnds, type MarketEnds } from './market-ends.ts'
export { createSettlementRecorder, type SettlementRecorder } from './settlement-recorder.ts'
