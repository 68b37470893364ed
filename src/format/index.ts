/** How values are written on screen: decimals by their text, times in UTC, spans in words. */
export {
  atPlaces,
  countdown,
  fahrenheitOf,
  fahrenheitText,
  grouped,
  minuteText,
  NONE,
  signed,
  timeText,
  timeTextMs,
  validLeft,
} from './format.ts'
