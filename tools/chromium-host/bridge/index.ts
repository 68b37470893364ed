/** What runs in a page before the page: the preload's isolated world, and the bridge from it to the main world. */
export type { HostMessage, PageMessage, Press } from './host-messages.ts'
export type { IsolatedWorldConfig } from './isolated-world.ts'
export { isolatedWorldSource, mainWorldSource } from './source.ts'
export { assertPlain, plainArguments } from './wire.ts'
