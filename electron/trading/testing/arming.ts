/** Main's own arming, for properties that hold windows to it. */
export { createArming } from '../risk/index.ts'
