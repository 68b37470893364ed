/** The settlement of every bucket, stored permanently: as each arrives, and back to the service's oldest candle. */

export { createMarketEnds, type MarketEnds } from './market-ends.ts'
export { createSettlementRecorder, type SettlementRecorder } from './settlement-recorder.ts'
