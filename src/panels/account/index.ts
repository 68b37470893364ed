/** The panel "Account": access, the agent wallet, the trader's own wallet, and the deployments; and what the browser wallet is asked. */
export { AccountPanel } from './account-panel.tsx'
