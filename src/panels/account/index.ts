/** The panel "Account": access, the agent wallet, the trader's own wallet, and the deployments. */
export { AccountPanel } from './account-panel.tsx'
