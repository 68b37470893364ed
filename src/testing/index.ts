/** The basis of the renderer's tests: a bridge and a clock under the test's control. Never part of the product. */
export { createFakeBridge } from './fake-bridge.ts'
export { createFakeClock } from './fake-clock.ts'
