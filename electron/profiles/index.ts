/** The deployments the trader can choose between: kept, added, removed, and those that run. */
export type { PendingWork, RunningDeployment } from './kept-running.ts'
export { openProfiles, PRACTICE, type ProfileStore, withoutSharedDomain } from './profile-store.ts'
export {
  createRunningDeployments,
  type DeploymentPlace,
  type RunningDeployments,
} from './running-deployments.ts'
