/** The activity list: every action of the trader's with its steps, and the question about what could not be verified. */
export { ActivityPanel } from './activity-panel.tsx'
export { UnverifiedPrompts } from './unverified-prompt.tsx'
