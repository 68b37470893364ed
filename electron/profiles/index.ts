/** The deployments the trader can choose between: kept, added, removed, and those that run. */

export { type Holdings, NOTHING_HELD } from './pending-work.ts'
export { openProfiles, PRACTICE, type ProfileStore } from './profile-store.ts'
export {
  createDeploymentDesk,
  type DeploymentDesk,
  type DeploymentDeskOptions,
  type RunningDeployment,
  type Seat,
} from './running-deployments.ts'
