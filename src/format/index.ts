/** Formatting of values by the trader's choices: decimals from their text, temperatures, times in a zone, durations. */
export { averageLabel, bothPrices, priceLabel } from '../../contract/price-text.ts'
export { type Calendar, countdown, dateAfter, dayOfYear, UTC_CALENDAR, utcDateText, validLeft } from './calendar.ts'
export { createFormat, type Format, NONE } from './format.ts'
export {
  atPlaces,
  averagePrice,
  dateText,
  dayText,
  degreesText,
  fahrenheitText,
  grouped,
  maxLossText,
  minuteText,
  momentText,
  moneyText,
  moneyUnit,
  priceBeside,
  priceMeaning,
  priceText,
  recordedPrice,
  scalarPrice,
  scalarPriceBeside,
  setFormat,
  signed,
  signedMoney,
  temperatureFigure,
  temperatureOf,
  temperatureText,
  temperatureUnit,
  timeText,
  timeTextMs,
  useFormat,
  zoneText,
} from './window-format.ts'
export { isZone, localTime, minuteIn, ownZone, zoneAt } from './zone-clock.ts'
