/** What panels over all windows of a deployment share: the market of each link group, favourites, and where charts are pointed at. */
export { type Crosshairs, createCrosshairs } from './crosshairs.ts'
export { createFavourites, type Favourites } from './favourites.ts'
export { createLinks, type Links } from './links.ts'
