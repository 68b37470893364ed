/** A release host, and a terminal that runs as an AppImage updated from there. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeys, type ReleaseServer, startReleaseServer } from '../../electron/updates/testing/release-server.ts'
import { root } from './processes.ts'

export const FEED = 'latest-linux.yml'
/** The running version. */
export const RUNNING: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

export interface Releases {
  readonly server: ReleaseServer
  /** For `launch`. */
  readonly env: NodeJS.ProcessEnv
  /** The AppImage that the update replaces. */
  readonly appImage: string
  /** Serves a release with this text as its file. */
  put(version: string, text: string, lines?: Readonly<Record<string, string | null>>): void
}

export async function startReleases(): Promise<Releases> {
  const server = await startReleaseServer()
  const { pair, text: present } = newKeys()
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-e2e-releases-'))
  const appImage = join(folder, 'apps', 'Isotherm.AppImage')
  mkdirSync(join(folder, 'apps'))
  writeFileSync(appImage, 'old', { mode: 0o755 })
  const configFile = join(folder, 'app-update.yml')
  writeFileSync(configFile, `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: isotherm\n`)
  const played = { url: server.url, present, cacheFolder: join(folder, 'cache'), configFile }
  return {
    server,
    appImage,
    env: { ISOTHERM_TEST_UPDATES: JSON.stringify(played), APPIMAGE: appImage },
    put: (version, text, lines) =>
      server.put(
        FEED,
        { version, file: `Isotherm-${version}.AppImage`, bytes: Buffer.from(text), lines: lines ?? {} },
        pair,
      ),
  }
}
