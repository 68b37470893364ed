/** What every market trades at: live for the rows in view, and for all others as they were last told or read, with their age. */
export { createQuotes, type Quotes } from './quotes.ts'
