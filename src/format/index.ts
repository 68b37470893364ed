/** How values are written on screen, by what the trader chose: decimals by their text, temperatures, times in a zone, spans in words. */
export { bothPrices, priceLabel } from '../../contract/price-text.ts'
export { type Calendar, dateAfter, dayOfYear, UTC_CALENDAR } from './calendar.ts'
export { createFormat, type Format, NONE } from './format.ts'
export { isZone, localTime, minuteIn, ownZone, zoneAt } from './local-time.ts'
export { countdown, validLeft } from './spans.ts'
export { utcDateText } from './utc-date.ts'
export {
  atPlaces,
  averagePrice,
  dateText,
  dayText,
  degreesText,
  fahrenheitText,
  grouped,
  meantBy,
  minuteText,
  momentText,
  moneyUnit,
  priceBeside,
  priceText,
  scalarPrice,
  scalarPriceBeside,
  setFormat,
  signed,
  temperatureFigure,
  temperatureOf,
  temperatureText,
  temperatureUnit,
  timeText,
  timeTextMs,
  useFormat,
  zoneText,
} from './window-format.ts'
