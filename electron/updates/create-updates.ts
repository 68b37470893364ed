/** Updates of this installation: its kind, its build's data, and the resulting parts. */

import { readFileSync } from 'node:fs'
import { release as systemVersion } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { setAsideText } from '../storage/index.ts'
import { NO_KEYS, type ReleaseKeys, readKeys } from './release.ts'
import { createReleaseHttp } from './release-http.ts'
import { openUpdateStore } from './update-store.ts'
import { createUpdater, type Updater, type UpdaterOptions } from './updater.ts'

/** Inserted when main is bundled; see electron.vite.config.ts. */
declare const RELEASE_KEYS: ReleaseKeys
declare const RELEASES_URL: string | null

/** A build's own update data: the public keys of its releases, and their location. */
interface ReleaseBuild {
  readonly keys: ReleaseKeys
  /** The folder of the feeds; null where the build was made for no release host. */
  readonly url: string | null
}

/** Of this build; empty where the code runs from its sources. */
const releaseBuild = (): ReleaseBuild =>
  typeof RELEASE_KEYS === 'undefined' ? { keys: NO_KEYS, url: null } : { keys: RELEASE_KEYS, url: RELEASES_URL }

/** JSON as below. The AppImage to replace is that of `APPIMAGE`, as in an installation. */
const TEST_UPDATES = 'ISOTHERM_TEST_UPDATES'

/** Only development builds use it. */
const testBuild = z.strictObject({
  url: z.string(),
  present: z.string(),
  cacheFolder: z.string(),
  configFile: z.string(),
})

/**
 * The build that a test simulates; null where there is none.
 * @throws Error in one line for invalid data: a test of another build would prove nothing.
 */
export function playedBuild(environment: Readonly<Record<string, string | undefined>>) {
  const text = environment[TEST_UPDATES]
  if (text === undefined || text === '') return null
  try {
    const { url, present, cacheFolder, configFile } = testBuild.parse(JSON.parse(text))
    return { build: { url, keys: { present, next: null } } satisfies ReleaseBuild, cacheFolder, configFile }
  } catch (error) {
    throw new Error(`${TEST_UPDATES} is invalid: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Facts about an installation. */
interface Installation {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly build: ReleaseBuild
  /** electron-builder's file beside the app for a package manager: `deb`, `rpm`, `pacman`; null without one. */
  readonly packageType: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Why an installation does not update itself; null where it can. */
export function updatesOffReason({
  isPackaged,
  platform,
  build,
  packageType,
  environment,
}: Installation): string | null {
  if (!isPackaged) return 'Isotherm runs from source. Pull and build newer sources instead.'
  if (build.keys.present === null && build.keys.next === null) {
    return 'This build carries no release key, so no release could be verified.'
  }
  if (build.url === null) return 'This build names no release host.'
  if (!isReleaseUrl(build.url)) return 'The release host that this build names is not reachable by HTTPS.'
  if (platform !== 'linux') return null
  if (packageType !== null) {
    return `This was installed as a ${packageType} package. Install the newer package with your package manager.`
  }
  if (environment.SNAP !== undefined) return 'The snap store updates this installation.'
  if (environment.APPIMAGE === undefined) {
    return 'Isotherm was not started from an AppImage. Install a newer version the way you installed this one.'
  }
  return null
}

/** HTTPS, or this machine itself for tests; only a host and a folder. */
function isReleaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
  return isSafe && [username, password, search, hash].every((part) => part === '')
}

/** As electron-builder writes it into the resources of a Linux package. @param resources the folder; null where there is none. */
export function packageTypeIn(resources: string | null): string | null {
  if (resources === null) return null
  try {
    const type = readFileSync(join(resources, 'package-type'), 'utf8').trim()
    return /^[a-z]{1,20}$/.test(type) ? type : 'system'
  } catch {
    return null
  }
}

interface UpdatesOptions extends Pick<UpdaterOptions, 'settings' | 'askToRestart' | 'endFor' | 'random' | 'log'> {
  readonly notices: UpdaterOptions['notices']
  readonly clock: UpdaterOptions['clock']
  readonly app: { readonly isPackaged: boolean; readonly version: string; readonly whenReady: () => Promise<void> }
  /** Folder of `updates.json`. */
  readonly dataFolder: string
  /** Beside the app's own code; null where there is none, as outside of Electron. */
  readonly resources: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly newName: () => string
  /** Resolves once requests to an address use the system's proxy settings. */
  readonly reach: (baseUrl: string) => Promise<void> | null
}

/** No search for updates yet. @throws Error with the reason when `updates.json` cannot be used, or a test's build is invalid. */
export function createUpdates(options: UpdatesOptions): Updater {
  const { app, clock, log, environment, resources, notices, dataFolder } = options
  const { platform, arch } = process
  const played = app.isPackaged ? null : playedBuild(environment)
  const build = played?.build ?? releaseBuild()
  const off = updatesOffReason({
    isPackaged: app.isPackaged || played !== null,
    ...{ platform, build, environment },
    packageType: platform === 'linux' ? packageTypeIn(resources) : null,
  })
  const store = openUpdateStore({ directory: dataFolder, clock, newName: options.newName })
  if (store.setAside !== null) {
    const { level, title, detail } = setAsideText(store.setAside)
    notices.add(level, title, detail)
  }
  return createUpdater({
    ...{ off, store, notices, clock, log, running: app.version },
    machine: { platform, arch, system: systemVersion() },
    loadEngine: async () => {
      const { createElectronEngine } = await import('./electron-engine.ts')
      return createElectronEngine({
        ...{ running: app.version, platform, arch, clock, log, whenReady: app.whenReady },
        url: build.url ?? '',
        keys: readKeys(build.keys),
        cacheFolder: played?.cacheFolder ?? null,
        configFile: played?.configFile ?? join(resources ?? '', 'app-update.yml'),
        http: createReleaseHttp({ clock, reach: options.reach }),
      })
    },
    ...{
      settings: options.settings,
      askToRestart: options.askToRestart,
      endFor: options.endFor,
      random: options.random,
    },
  })
}
