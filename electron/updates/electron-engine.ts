/** The engine by electron-updater's own classes. Loaded when it is first needed: most starts need none of it. */

import { createHash } from 'node:crypto'
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
import type { Log } from '../log/index.ts'
import type { Download, EngineOptions, UpdateEngine } from './engine.ts'
import { fileFor } from './policy.ts'
import { installAppImage, installByNsis, installBySquirrel } from './put-in-place.ts'
import type { Release, ReleaseFile } from './release.ts'
import { asReleaseError, ReleaseError } from './release-error.ts'
import { type SignedFeedOptions, SignedFeedProvider } from './signed-feed.ts'

/** A file that was downloaded, and what the feed says of it. */
interface Downloaded {
  readonly path: string
  readonly file: ReleaseFile
}

/** What electron-updater's classes have beside what they declare. */
interface Inner {
  httpExecutor: unknown
  stagingUserIdPromise: unknown
  _testOnlyOptions: unknown
}

/** @throws Error when an updater cannot be made, as where the running version is none. */
export function createElectronEngine(options: EngineOptions): UpdateEngine {
  const { platform, arch, http } = options
  const updater = makeUpdater(options)
  /** As it was read last, and as it was offered last: only that can be downloaded. */
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
  // Nobody is told of this machine, and no file is written for that.
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

  /** In electron-updater's own place for it. What the feed says of the file is held here, whatever is asked for. */
  function save(url: URL, destination: string, token: CancellationToken): Promise<void> {
    const file = release?.files.find((one) => one.url === decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
    const { signal, onBytes } = download ?? {}
    if (file === undefined || signal === undefined || onBytes === undefined) {
      return Promise.reject(new ReleaseError('bad_feed', 'the release names no such file'))
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
        if (result === null || found === null) throw new ReleaseError('bad_feed', 'this installation takes no updates')
        if (result.isUpdateAvailable) release = found
        return { release: found, offered: result.isUpdateAvailable }
      } catch (error) {
        throw asReleaseError(error, 'bad_feed')
      }
    },

    async download(asked) {
      const offered = release
      if (offered === null || fileFor(offered, platform, arch) === null) {
        throw new ReleaseError('bad_feed', 'the release has no file for this system')
      }
      const token = new Token()
      const cancel = (): void => token.cancel()
      asked.signal.addEventListener('abort', cancel)
      download = asked
      try {
        const [path] = await updater.downloadUpdate(token)
        // Of two for this system, electron-updater chose the one for the processor that is really there.
        const saved = path === undefined ? undefined : offered.files.find(({ url }) => url === basename(path))
        if (path === undefined || saved === undefined) throw new ReleaseError('not_written', 'nothing was downloaded')
        downloaded = { path, file: saved }
      } catch (error) {
        throw asReleaseError(error, 'not_written')
      } finally {
        download = null
        asked.signal.removeEventListener('abort', cancel)
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
    // How and when the terminal ends is its own matter, and so is what starts after that.
    ...{ relaunch: nothing, quit: nothing, onQuit: nothing },
  }
  if (platform === 'win32') return new NsisUpdater(null, adapter)
  if (platform === 'darwin') return new MacUpdater(undefined, adapter)
  return new AppImageUpdater(null, adapter)
}

/** Nothing that it says is an error of the terminal's: what matters is told on screen. */
function loggerOf(log: Log): NonNullable<AppUpdater['logger']> {
  const say = (level: 'info' | 'warn') => (message?: unknown) => log[level]({}, `update: ${String(message)}`)
  return { debug: () => undefined, info: say('info'), warn: say('warn'), error: say('warn') }
}

/**
 * It lay where anybody with this account can write, so that it is hashed again.
 * @param appImage the AppImage that it will replace, if any.
 * @throws ReleaseError
 */
async function confirmDownloaded(downloaded: Downloaded | null, appImage: string | undefined): Promise<void> {
  if (downloaded === null) throw new ReleaseError('not_installed', 'nothing was downloaded')
  const { path, file } = downloaded
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw new ReleaseError('other_file', 'the file that was downloaded is gone', error)
  })
  if (hash.digest('base64') !== file.sha512) {
    throw new ReleaseError('other_file', 'the file that was downloaded was changed since')
  }
  if (appImage !== undefined) confirmPlace(appImage, downloaded)
}

/** The old file goes before the new one comes: there must be room for it, and leave to do so. */
function confirmPlace(appImage: string, { path, file }: Downloaded): void {
  const folder = dirname(appImage)
  try {
    accessSync(folder, constants.W_OK)
    accessSync(appImage, constants.W_OK)
  } catch (error) {
    throw new ReleaseError('not_written', `${folder} cannot be written to, and the AppImage is there`, error)
  }
  if (statSync(path).dev === statSync(folder).dev) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < file.size)
    throw new ReleaseError('disk_full', `there is no room in ${folder} for the new AppImage`)
}
