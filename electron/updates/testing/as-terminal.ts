/** How a terminal verifies and reads a feed, for tests of what signs one. */
export { readRelease } from '../release.ts'
export { isSigned, readKeys } from '../release-keys.ts'
