/** The price of every market: live for the rows in view, and the last known one with its age for all others. */
export { createQuotes, type Quotes } from './quotes.ts'
