/** Start-up scripts of a page, as source text. */

import { createBridgeEnd } from './bridge-end.ts'
import { createIncoming } from './incoming.ts'
import { createIpcRenderer } from './ipc-renderer.ts'
import { type IsolatedWorldConfig, isolatedWorld } from './isolated-world.ts'
import { mainWorld } from './main-world.ts'
import { createOutgoing } from './outgoing.ts'
import { assertPlain, plainArguments } from './wire.ts'

/** `createBridgeEnd` with its component functions. */
const bridgeEnd = [createOutgoing, createIncoming, createBridgeEnd].map(String).join('\n')

/** The script for the main world of each frame. */
export const mainWorldSource = (handOver: string): string => `(() => {
${bridgeEnd}
;(${mainWorld.toString()})(createBridgeEnd, ${JSON.stringify(handOver)})
})()`

/**
 * The script for the isolated world of each frame.
 * @param preload source of the preload, one CommonJS file, or null.
 */
export function isolatedWorldSource(config: IsolatedWorldConfig, preload: string | null): string {
  const preloadFunction = preload === null ? 'null' : `function (require, module, exports, process) {\n${preload}\n}`
  return `(() => {
${assertPlain.toString()}
${plainArguments.toString()}
${createIpcRenderer.toString()}
${bridgeEnd}
;(${isolatedWorld.toString()})(createBridgeEnd, createIpcRenderer, ${JSON.stringify(config)}, ${preloadFunction})
})()`
}
