/** What a build says of itself to be updated by: the public keys of its releases, and where those are. */
import { NO_KEYS, type ReleaseKeys } from './release-keys.ts'

/** Put in when main is bundled; see electron.vite.config.ts. */
declare const RELEASE_KEYS: ReleaseKeys
declare const RELEASES_URL: string | null

export interface ReleaseBuild {
  readonly keys: ReleaseKeys
  /** The folder of the feeds; null where the build was made for no release host. */
  readonly url: string | null
}

/** Of this build; neither of it where the code runs from its sources. */
export const releaseBuild = (): ReleaseBuild =>
  typeof RELEASE_KEYS === 'undefined' ? { keys: NO_KEYS, url: null } : { keys: RELEASE_KEYS, url: RELEASES_URL }
