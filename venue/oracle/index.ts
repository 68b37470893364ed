/** The temperature oracle: a believable New York thermometer as a function of seed and time. */
export { type CandleTicks, candles } from './candles.ts'
export { Oracle, type OracleShift } from './oracle.ts'
