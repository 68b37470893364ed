/** Main's own arming, for properties that check windows against it. */
export { createArming } from '../risk/index.ts'
