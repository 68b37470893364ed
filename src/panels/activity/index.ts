/** The activity list: every action of the trader's with its steps, and the questions that actions wait for an answer to. */
export { ActivityPanel } from './activity-panel.tsx'
