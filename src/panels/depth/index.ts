/** The depth chart of any market. */

export { DepthPanel } from './depth-panel.tsx'
export { DEPTH_KEYS } from './keys.ts'
