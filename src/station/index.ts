/** The station card: what a scalar market is about, where it is read, how it settles, and what a degree of it is worth. */
export { StationCard, showStation, stationCommand } from './station-card.tsx'
