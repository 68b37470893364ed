/** The deployments the trader can choose between: kept, added, removed, and which one the terminal is on. */
export {
  createDeploymentDesk,
  type DeploymentDesk,
  type DeploymentDeskOptions,
  type RunningDeployment,
} from './deployment-desk.ts'
export { openProfiles, PRACTICE, type ProfileStore } from './profile-store.ts'
