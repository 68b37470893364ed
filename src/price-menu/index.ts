/** What can be done at a price that was pointed at, in a chart and in a book: the ticket, an alert, own orders there. */
export { type PriceMenu, usePriceMenu } from './use-price-menu.tsx'
