/** The weather at a market's station, for panels. */
export {
  bandText,
  distanceOf,
  KIND_NAMES,
  lastReading,
  minutesText,
  nextText,
  precisionText,
  SOURCE_NAMES,
  signedDegrees,
  useMarketWeather,
} from './station-facts.ts'
