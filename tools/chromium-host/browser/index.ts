/** The Chromium process: finding, starting, and stopping it. */
export { findChromium } from './find.ts'
export { chromiumFlags, NO_NETWORK } from './flags.ts'
export { Browser } from './launch.ts'
export { createProfile } from './profile.ts'
