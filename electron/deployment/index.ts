/** Everything that belongs to one deployment, wired together, and what it needs of the terminal around it. */
export { createDeployment, type Deployment, storedPendingWork } from './deployment.ts'
