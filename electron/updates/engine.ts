/** What does the work of an update: reads the feed, fetches the file, puts it in place. The rest of main knows no more of it. */
import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../contract/time.ts'
import type { UpdateChannel } from '../../contract/update.ts'
import type { Log } from '../log/index.ts'
import type { Release } from './release.ts'
import type { ReleaseHttp } from './release-http.ts'

export interface Download {
  readonly signal: AbortSignal
  /** Bytes so far. */
  readonly onBytes: (count: number) => void
}

export interface UpdateEngine {
  /**
   * Reads the feed of a channel. Only what `accepts` says yes to can be downloaded then; answers whether it can.
   * @throws ReleaseError
   */
  check(
    channel: UpdateChannel,
    accepts: (release: Release) => boolean,
  ): Promise<{ readonly release: Release; readonly offered: boolean }>
  /** Downloads what was offered last; one that is there already is verified, and not downloaded again. @throws ReleaseError */
  download(download: Download): Promise<void>
  /** Whether what was downloaded can be put in place: it is as it was signed, and there is room. Changes nothing. @throws ReleaseError */
  confirm(): Promise<void>
  /**
   * Puts it in place, once all else has stopped: the system may end this process at any moment from here on.
   * Answers the program to start after the end; null where the installer or the system starts it.
   * @throws ReleaseError when it could not.
   */
  install(): Promise<string | null>
}

/** What an engine is made for, and with. */
export interface EngineOptions {
  readonly running: string
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** The folder of feeds of the release host. */
  readonly url: string
  readonly keys: readonly KeyObject[]
  /** Where downloads are kept; the system's usual place where it is null. */
  readonly cacheFolder: string | null
  /** What electron-builder wrote beside the app: `app-update.yml`. */
  readonly configFile: string
  readonly whenReady: () => Promise<void>
  readonly http: ReleaseHttp
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}
