/** An installed AppImage on this machine, for tests, with the real updater over it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../contract/time.ts'
import { createElectronEngine, type EngineOptions, type UpdateEngine } from '../electron-engine.ts'
import { readKeys } from '../release.ts'
import { createReleaseHttp, type ReleaseHttp } from '../release-http.ts'

export interface Installation {
  readonly folder: string
  readonly appImage: string
  /** The current contents of the AppImage. */
  readonly content: () => string
  /** Current files of downloads. */
  readonly pending: string
  engine(more: Partial<EngineOptions>): UpdateEngine
  remove(): void
}

interface InstallationOptions {
  readonly url: string
  readonly present: string
  readonly next?: string | null
  readonly clock: Clock
  readonly http?: ReleaseHttp
}

export const LOG = { debug() {}, info() {}, warn() {}, error() {} }

/** Sets `APPIMAGE` as its runtime does. */
export function install({ url, present, next = null, clock, http }: InstallationOptions): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-updates-'))
  const appImage = join(folder, 'apps', 'Isotherm.AppImage')
  mkdirSync(join(folder, 'apps'))
  writeFileSync(appImage, 'old', { mode: 0o755 })
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: isotherm\n`)
  process.env.APPIMAGE = appImage
  return {
    folder,
    appImage,
    content: () => readFileSync(appImage, 'utf8'),
    pending: join(folder, 'cache', 'isotherm', 'pending'),
    engine: (more) =>
      createElectronEngine({
        ...{ running: '1.1.0', platform: 'linux', arch: 'x64', url, clock, log: LOG },
        keys: readKeys({ present, next }),
        cacheFolder: join(folder, 'cache'),
        configFile: join(folder, 'app-update.yml'),
        whenReady: async () => undefined,
        http: http ?? createReleaseHttp({ clock }),
        ...more,
      }),
    remove() {
      delete process.env.APPIMAGE
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
