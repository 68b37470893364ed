/** The activity list: every action of the trader's with its steps, and the questions that actions wait for an answer to. */

export { EstimateCard } from '../../orders/estimate-card.tsx'
export { FollowLine } from '../../orders/follow-line.tsx'
export { UnverifiedPrompts } from '../../orders/unverified-prompt.tsx'
export { ActivityPanel } from './activity-panel.tsx'
