/** The available deployments: stored, added, removed, and running. */
export type { PendingWork, RunningDeployment } from './keep-running.ts'
export { openProfiles, PRACTICE, type ProfileStore, withoutSharedDomain } from './profile-store.ts'
export {
  createRunningDeployments,
  type DeploymentPlace,
  type RunningDeployments,
} from './running-deployments.ts'
