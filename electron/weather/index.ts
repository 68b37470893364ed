/** Readings and forecasts of weather stations. */
export { createOpenMeteoKey, type OpenMeteoKey } from './open-meteo-key.ts'
export { createWeather, type Weather } from './weather.ts'
export { createWeatherHttp, LIVE_HOSTS, practiceHosts } from './weather-http.ts'
