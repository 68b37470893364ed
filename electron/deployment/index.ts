/** All parts of one deployment, wired together, and what it needs from the rest of the terminal. */
export { createDeployment, type Deployment, storedPendingWork } from './deployment.ts'
