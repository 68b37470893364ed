/** Scripts that run before the page: the preload's isolated world, and its bridge to the main world. */
export type { HostMessage, PageMessage, Press } from './host-messages.ts'
export type { IsolatedWorldConfig } from './isolated-world.ts'
export { isolatedWorldSource, mainWorldSource } from './source.ts'
export { assertPlain, plainArguments } from './wire.ts'
