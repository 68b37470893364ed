/** The activity list: every action of the trader's with its steps, and the questions that actions wait for an answer to. */
export { ActivityPanel } from './activity-panel.tsx'
export { EstimateCard } from './estimate-card.tsx'
export { FollowLine } from './follow-line.tsx'
export { UnverifiedPrompts } from './unverified-prompt.tsx'
