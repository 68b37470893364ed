/** The deployments the trader can choose between: kept, added, removed, and those that run. */
export type { Holdings } from './pending-work.ts'
export { openProfiles, PRACTICE } from './profile-store.ts'
export { createDeploymentDesk, type DeploymentDesk, type RunningDeployment, type Seat } from './running-deployments.ts'
