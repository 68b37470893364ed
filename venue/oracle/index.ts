/** The temperature oracle: a believable New York thermometer as a function of seed and time. */
export { type CandleTicks, candles } from './candles.ts'
export { normalCdf, normalQuantile } from './forecast.ts'
export { type Forecast, Oracle, type OracleShift } from './oracle.ts'
