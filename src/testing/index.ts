/** What the renderer's tests stand on: a bridge and a clock worked by hand. Never part of the product. */
export * from './fake-bridge.ts'
export * from './fake-clock.ts'
