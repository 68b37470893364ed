/** What the menu at a price offers, for properties over every path. */
export { isStillOf, priceEntries } from '../price-menu.tsx'
