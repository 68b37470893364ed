/** The deployments the trader can choose between: kept, added, removed, and those that run. */
export {
  createDeploymentDesk,
  type DeploymentDesk,
  type DeploymentDeskOptions,
  type RunningDeployment,
  type Seat,
} from './deployment-desk.ts'
export { type Holdings, NOTHING_HELD } from './holdings.ts'
export { openProfiles, PRACTICE, type ProfileStore } from './profile-store.ts'
