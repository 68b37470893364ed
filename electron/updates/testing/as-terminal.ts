/** How a terminal verifies and parses a feed, for tests of the signing tool. */
export { isSigned, readKeys, readRelease } from '../release.ts'
