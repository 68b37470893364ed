/** Panels of outcome markets: the question with its outcomes and rules, the trader's shares with collateral and conversions, and the ticket. */
export { OutcomeTicketPanel } from './outcome-ticket-panel.tsx'
export { QuestionPanel } from './question-panel.tsx'
export { SharesPanel } from './shares-panel.tsx'
