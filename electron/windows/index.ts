/** Windows: how they are made, where they open, what their pages may do, and where those pages come from. */
export { createAppProtocol } from './app-protocol.ts'
export { hardenContents, hardenSession } from './hardening.ts'
export { type AttachedWindow, WindowManager } from './window-manager.ts'
