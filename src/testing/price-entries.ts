/** The entries of the menu at a price, for property tests over every path. */
export { isStillOf, priceEntries } from '../price-menu.tsx'
