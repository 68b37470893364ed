/** How values are written on screen: decimals by their text, times in UTC, spans in words. */
export {
  atPlaces,
  countdown,
  daysLeft,
  fahrenheitOf,
  fahrenheitText,
  grouped,
  minuteText,
  NONE,
  signed,
  timeText,
  timeTextMs,
} from './format.ts'
