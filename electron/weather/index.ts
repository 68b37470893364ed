/** Readings and forecasts of weather stations. */
export { createWeather, type Weather } from './weather.ts'
export { createWeatherHttp, LIVE_HOSTS, practiceHosts } from './weather-http.ts'
