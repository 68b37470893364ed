/** Named workspaces: layouts of windows that are saved, opened, and carried to other machines. */
export { createWorkspaces, type Workspaces } from './workspaces.ts'
