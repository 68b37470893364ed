/** What the renderer's tests stand on: a bridge and a clock worked by hand. Never part of the product. */
export { createFakeBridge } from './fake-bridge.ts'
export { createFakeClock } from './fake-clock.ts'
