/** Updates of this very installation: what it is, what its build says, and the parts that follow from that. */
import { release as systemVersion } from 'node:os'
import { join } from 'node:path'
import { releaseBuild } from './build.ts'
import { playedBuild } from './played-build.ts'
import { createReleaseHttp } from './release-http.ts'
import { readKeys } from './release-keys.ts'
import { openUpdateStore } from './update-store.ts'
import { createUpdater, type Updater, type UpdaterOptions } from './updater.ts'
import { packageTypeIn, whyOff } from './why-off.ts'

interface UpdatesOptions extends Pick<UpdaterOptions, 'settings' | 'askToRestart' | 'endFor' | 'random' | 'log'> {
  readonly notices: UpdaterOptions['notices']
  readonly clock: UpdaterOptions['clock']
  readonly app: { readonly isPackaged: boolean; readonly version: string; readonly whenReady: () => Promise<void> }
  /** Where `updates.json` is. */
  readonly dataFolder: string
  /** Beside the app's own code; null where there is none, as outside of Electron. */
  readonly resources: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly newName: () => string
  /** Waits until requests to an address go the way that the system wants. */
  readonly reach: (baseUrl: string) => Promise<void> | null
}

/** Nothing is looked for yet. @throws Error in words when `updates.json` cannot be used, or a test's own build makes no sense. */
export function createUpdates(options: UpdatesOptions): Updater {
  const { app, clock, log, environment, resources, notices, dataFolder } = options
  const { platform, arch } = process
  const played = app.isPackaged ? null : playedBuild(environment)
  const build = played?.build ?? releaseBuild()
  const off = whyOff({
    isPackaged: app.isPackaged || played !== null,
    ...{ platform, build, environment },
    packageType: platform === 'linux' ? packageTypeIn(resources) : null,
  })
  const store = openUpdateStore({ directory: dataFolder, clock, newName: options.newName })
  if (store.setAside !== null) {
    const { movedTo, reason } = store.setAside
    notices.add('warning', 'The updates file was damaged', `It was set aside as ${movedTo}. ${reason}`)
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
