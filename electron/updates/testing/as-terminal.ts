/** How a terminal verifies and reads a feed, for tests of what signs one. */
export { isSigned, readKeys, readRelease } from '../release.ts'
