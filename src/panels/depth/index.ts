/** The depth chart of any market. */
export { DepthPanel } from './depth-panel.tsx'
