/** The depth chart of any market. */

export { DEPTH_KEYS, DepthPanel } from './depth-panel.tsx'
