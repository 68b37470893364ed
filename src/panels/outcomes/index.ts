/** Outcome markets: the questions with their chances, a market with its book, ticket and rules, collateral and conversions. */
export { OutcomesPanel } from './outcomes-panel.tsx'
