/** The deployments the trader can choose between: kept, added, removed, and those that run. */
export type { RunningDeployment } from './kept-running.ts'
export type { PendingWork } from './pending-work.ts'
export { openProfiles, PRACTICE, type ProfileStore } from './profile-store.ts'
export {
  createRunningDeployments,
  type DeploymentPlace,
  type RunningDeployments,
} from './running-deployments.ts'
export { withoutSharedDomain } from './shared-domain.ts'
