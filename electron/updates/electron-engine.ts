/** The engine with electron-updater's own classes. Loaded on first use: most starts need none of it. */
import { createHash, type KeyObject } from 'node:crypto'
import { accessSync, constants, createReadStream, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CancellationToken, DownloadOptions } from 'builder-util-runtime'
import { CancellationToken as Token } from 'builder-util-runtime/out/CancellationToken.js'
import type { AppUpdater } from 'electron-updater'
import { type AppAdapter, getAppCacheDir } from 'electron-updater/out/AppAdapter.js'
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import { MacUpdater } from 'electron-updater/out/MacUpdater.js'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import type { Clock } from '../../contract/time.ts'
import type { UpdateChannel } from '../../contract/update.ts'
import type { Log } from '../log/index.ts'
import { MESSAGES } from './messages.ts'
import { asReleaseError, fileFor, type Release, ReleaseError, type ReleaseFile } from './release.ts'
import type { ReleaseHttp } from './release-http.ts'
import { type SignedFeedOptions, SignedFeedProvider } from './signed-feed.ts'

/** The mechanics of an update: reads the feed, fetches the file, installs it. The rest of main knows no more about it. */
export interface Download {
  readonly signal: AbortSignal
  /** Bytes so far. */
  readonly onBytes: (count: number) => void
}

export interface UpdateEngine {
  /**
   * Reads the feed of a channel. Only a release that `accepts` approves can then be downloaded; returns whether it can.
   * @throws ReleaseError
   */
  check(
    channel: UpdateChannel,
    accepts: (release: Release) => boolean,
  ): Promise<{ readonly release: Release; readonly offered: boolean }>
  /** Downloads the last offered release; an existing file is verified, and not downloaded again. @throws ReleaseError */
  download(download: Download): Promise<void>
  /** Whether the download can be installed: it matches its signature, and there is room. Changes nothing. @throws ReleaseError */
  confirm(): Promise<void>
  /**
   * Installs it, once everything else has stopped: the system may end this process at any moment from here on. Returns the program to start after the
   * end; null where the installer or the system starts it.
   * @throws ReleaseError when it failed.
   */
  install(): Promise<string | null>
}

/** Options of an engine. */
export interface EngineOptions {
  readonly running: string
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** The release host's folder of feeds. */
  readonly url: string
  readonly keys: readonly KeyObject[]
  /** Folder of downloads; null for the system's usual place. */
  readonly cacheFolder: string | null
  /** electron-builder's file beside the app: `app-update.yml`. */
  readonly configFile: string
  readonly whenReady: () => Promise<void>
  readonly http: ReleaseHttp
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

// How each kind of installation is replaced, once the terminal has stopped: AppImage, NSIS, Squirrel.Mac.

/** Errors that an updater reported meanwhile. */
function errorsOf(updater: AppImageUpdater | NsisUpdater | MacUpdater): { readonly first: () => Error | null } {
  let first: Error | null = null
  updater.on('error', (error) => {
    first ??= error
  })
  return { first: () => first }
}

const failed = (error: unknown): ReleaseError =>
  new ReleaseError(
    'not_installed',
    error instanceof Error ? MESSAGES.failed(error.message) : MESSAGES.notInstalled,
    error,
  )

/**
 * Replaces the AppImage and starts nothing: a new one that started while this one still holds the lock on its data would exit at once. Returns the
 * path of the new one: an AppImage with its version in its name gets another name.
 */
async function installAppImage(updater: AppImageUpdater): Promise<string> {
  let place = process.env.APPIMAGE ?? ''
  // An event that its types lack.
  const inner = updater as unknown as { on(event: string, listener: (path: string) => void): void }
  inner.on('appimage-filename-updated', (path) => {
    place = path
  })
  const errors = errorsOf(updater)
  if (updater.install(true, false)) return place
  throw failed(errors.first())
}

/** Starts the installer, which waits for the end of this process and then starts the new version. */
async function installByNsis(updater: NsisUpdater): Promise<null> {
  const errors = errorsOf(updater)
  const starts: Promise<unknown>[] = []
  const inner = updater as unknown as { spawnLog(...args: unknown[]): Promise<boolean> }
  const spawnLog = inner.spawnLog.bind(updater)
  inner.spawnLog = (...args) => {
    const start = spawnLog(...args)
    starts.push(start)
    return start
  }
  if (!updater.install(true, true)) throw failed(errors.first())
  // A refused start may be retried with more rights.
  let last: PromiseSettledResult<unknown> | undefined
  for (let done = 0; done < starts.length; done += 1) [last] = await Promise.allSettled([starts[done]])
  if (last?.status === 'rejected') throw failed(last.reason)
  return null
}

/** Squirrel copies and checks the new app before it reports anything, ms. */
const SQUIRREL_MS = 180_000

/** Hands over to Squirrel.Mac, which ends the app by itself. Returns only when that failed. */
function installBySquirrel(updater: MacUpdater, clock: Pick<Clock, 'after'>): Promise<never> {
  return new Promise((_resolve, reject) => {
    updater.on('error', (error) => reject(failed(error)))
    clock.after(SQUIRREL_MS, () => reject(new ReleaseError('not_installed', MESSAGES.squirrelSilent)))
    updater.quitAndInstall()
  })
}

/** A downloaded file, with its entry in the feed. */
interface Downloaded {
  readonly path: string
  readonly file: ReleaseFile
}

/** Undeclared members of electron-updater's classes. */
interface Inner {
  httpExecutor: unknown
  stagingUserIdPromise: unknown
  _testOnlyOptions: unknown
}

/** @throws Error when an updater cannot be created, for example because the running version is invalid. */
export function createElectronEngine(options: EngineOptions): UpdateEngine {
  const { platform, arch, http } = options
  const updater = makeUpdater(options)
  /** The last read and the last offered release: only the latter can be downloaded. */
  let read: Release | null = null
  let release: Release | null = null
  let accepted: (release: Release) => boolean = () => false
  let download: Download | null = null
  let downloaded: Downloaded | null = null

  const inner = updater as unknown as Inner
  inner.httpExecutor = {
    download: (url: URL, destination: string, { cancellationToken }: DownloadOptions) =>
      save(url, destination, cancellationToken),
  }
  // No data about this machine is sent, and no file is written for it.
  inner.stagingUserIdPromise = { value: Promise.resolve('') }
  if (platform !== process.platform) inner._testOnlyOptions = { platform }
  updater.logger = loggerOf(options.log)
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  updater.isUpdateSupported = () => read !== null && accepted(read)
  updater.isUserWithinRollout = () => true
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: SignedFeedProvider as never,
    url: options.url,
    reading: { http, keys: options.keys },
    onRelease(found) {
      read = found
    },
  } satisfies SignedFeedOptions)

  /** In electron-updater's own place for it. The file is always checked against the feed here. */
  function save(url: URL, destination: string, token: CancellationToken): Promise<void> {
    const file = release?.files.find((one) => one.url === decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
    const { signal, onBytes } = download ?? {}
    if (file === undefined || signal === undefined || onBytes === undefined) {
      return Promise.reject(new ReleaseError('bad_feed', MESSAGES.noSuchFile))
    }
    return token.createPromise((resolve, reject) => {
      http.save(url, destination, { file, signal, onBytes }).then(resolve, reject)
    })
  }

  return {
    async check(channel, accepts) {
      read = null
      accepted = accepts
      updater.channel = channel === 'stable' ? 'latest' : 'beta'
      // The setter of the channel allows it.
      updater.allowDowngrade = false
      try {
        const result = await updater.checkForUpdates()
        const found = read as Release | null
        if (result === null || found === null) throw new ReleaseError('bad_feed', MESSAGES.unsupported)
        if (result.isUpdateAvailable) release = found
        return { release: found, offered: result.isUpdateAvailable }
      } catch (error) {
        throw asReleaseError(error, 'bad_feed')
      }
    },

    async download(request) {
      const offered = release
      if (offered === null || fileFor(offered, platform, arch) === null) {
        throw new ReleaseError('bad_feed', MESSAGES.noFileForSystem)
      }
      const token = new Token()
      const cancel = (): void => token.cancel()
      request.signal.addEventListener('abort', cancel)
      download = request
      try {
        const [path] = await updater.downloadUpdate(token)
        // Of two files for this system, electron-updater chose the one for the actual processor.
        const saved = path === undefined ? undefined : offered.files.find(({ url }) => url === basename(path))
        if (path === undefined || saved === undefined) throw new ReleaseError('not_written', MESSAGES.notDownloaded)
        downloaded = { path, file: saved }
      } catch (error) {
        throw asReleaseError(error, 'not_written')
      } finally {
        download = null
        request.signal.removeEventListener('abort', cancel)
      }
    },

    confirm: () => confirmDownloaded(downloaded, platform === 'linux' ? process.env.APPIMAGE : undefined),

    install() {
      if (updater instanceof AppImageUpdater) return installAppImage(updater)
      if (updater instanceof NsisUpdater) return installByNsis(updater)
      return installBySquirrel(updater as MacUpdater, options.clock)
    },
  }
}

function makeUpdater({ running, platform, cacheFolder, configFile, whenReady }: EngineOptions): AppUpdater {
  const cache = cacheFolder ?? getAppCacheDir()
  const nothing = (): void => undefined
  const adapter: AppAdapter = {
    version: running,
    name: 'isotherm',
    isPackaged: true,
    appUpdateConfigPath: configFile,
    userDataPath: cache,
    baseCachePath: cache,
    whenReady,
    // How and when the terminal ends is its own decision, and so is the start after that.
    ...{ relaunch: nothing, quit: nothing, onQuit: nothing },
  }
  if (platform === 'win32') return new NsisUpdater(null, adapter)
  if (platform === 'darwin') return new MacUpdater(undefined, adapter)
  return new AppImageUpdater(null, adapter)
}

/** Its messages are not errors of the terminal: relevant ones are shown on screen. */
function loggerOf(log: Log): NonNullable<AppUpdater['logger']> {
  const say = (level: 'info' | 'warn') => (message?: unknown) => log[level]({}, `update: ${String(message)}`)
  return { debug: () => undefined, info: say('info'), warn: say('warn'), error: say('warn') }
}

/**
 * The file was in a place where anybody with this account can write, so it is hashed again.
 * @param appImage the AppImage that it will replace, if any.
 * @throws ReleaseError
 */
async function confirmDownloaded(downloaded: Downloaded | null, appImage: string | undefined): Promise<void> {
  if (downloaded === null) throw new ReleaseError('not_installed', MESSAGES.notDownloaded)
  const { path, file } = downloaded
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw new ReleaseError('other_file', MESSAGES.fileGone, error)
  })
  if (hash.digest('base64') !== file.sha512) {
    throw new ReleaseError('other_file', MESSAGES.fileModified)
  }
  if (appImage !== undefined) confirmPlace(appImage, downloaded)
}

/** The old file is removed before the new one is moved in: there must be room for it, and permission to do so. */
function confirmPlace(appImage: string, { path, file }: Downloaded): void {
  const folder = dirname(appImage)
  try {
    accessSync(folder, constants.W_OK)
    accessSync(appImage, constants.W_OK)
  } catch (error) {
    throw new ReleaseError('not_written', MESSAGES.folderNotWritable(folder), error)
  }
  if (statSync(path).dev === statSync(folder).dev) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < file.size) throw new ReleaseError('disk_full', MESSAGES.noSpace(folder))
}
