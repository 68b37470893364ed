/** The temperature oracle: a believable New York thermometer as a function of seed and time. */
export { candles } from './candles.ts'
export { normalCdf, normalQuantile } from './forecast.ts'
export { Oracle } from './oracle.ts'
