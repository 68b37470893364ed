/** How values are written on screen: decimals by their text, times in UTC, spans in words. */
export { grouped } from '../../contract/grouped.ts'
export {
  atPlaces,
  countdown,
  fahrenheitOf,
  fahrenheitText,
  minuteText,
  NONE,
  signed,
  timeText,
  timeTextMs,
  validLeft,
} from './format.ts'
export { localTime, minuteIn, zoneAt } from './local-time.ts'
