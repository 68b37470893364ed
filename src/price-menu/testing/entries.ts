/** What the menu at a price offers, for properties over every path. */
export { priceEntries } from '../price-entries.ts'
export { isStillOf } from '../use-price-menu.tsx'
