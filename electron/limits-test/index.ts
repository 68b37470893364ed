/** The test of the trader's own limits: each is played on a practice venue that is thrown away, through the parts that a deployment trades with. */
export { createLimitsTest, type LimitsTest } from './limits-test.ts'
export type { ThrowAwayVenue } from './run-limits-test.ts'
export { sheetPage } from './sheet-page.ts'
