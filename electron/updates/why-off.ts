/** Why an installation does not update itself, in words; null where it can. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseBuild } from './build.ts'

/** What an installation is. */
interface Installation {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly build: ReleaseBuild
  /** What electron-builder wrote beside the app for a package manager: `deb`, `rpm`, `pacman`; null where nothing. */
  readonly packageType: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

export function whyOff({ isPackaged, platform, build, packageType, environment }: Installation): string | null {
  if (!isPackaged) return 'Updates are off: this runs from its sources. Fetch and build newer ones instead.'
  if (build.keys.present === null && build.keys.next === null) {
    return 'Updates are off: this build carries no release key, so no release could be verified.'
  }
  if (build.url === null) return 'Updates are off: this build names no release host.'
  if (!isReleaseUrl(build.url))
    return 'Updates are off: the release host that this build names is not reached by HTTPS.'
  if (platform !== 'linux') return null
  if (packageType !== null) {
    return `Updates are off: this was installed as a ${packageType} package. Install the newer package over it, or have your package manager do it.`
  }
  if (environment.SNAP !== undefined) return 'Updates are off: the snap store updates this installation.'
  if (environment.APPIMAGE === undefined) {
    return 'Updates are off: this was not started from an AppImage. Install a newer version the way this one was installed.'
  }
  return null
}

/** HTTPS, or this very machine for tests; nothing but a host and a folder. */
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
