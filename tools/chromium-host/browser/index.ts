/** The Chromium process: where it is, how it is started, and how it ends. */
export { findChromium } from './find.ts'
export { chromiumFlags, NO_NETWORK } from './flags.ts'
export { Browser } from './launch.ts'
export { createProfile } from './profile.ts'
