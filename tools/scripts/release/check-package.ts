/** Checks a packed program before release: archive, fuses, integrity, updates and licenses. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { FuseState } from '@electron/fuses/dist/constants.js'
import { bundledPackages, SHIPPED_WHOLE } from './bundled-packages.ts'
import { faultsOfArchive, hashOfIndex } from './check-archive.ts'
import { type Layout, layoutOf, type Target } from './package-layout.ts'
import { headingOf } from './third-party.ts'

/** The Electron fuses of the shipped program; docs/security.md explains them. */
export const FUSES: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

/** Reads the fuses back from the binary. */
async function faultsOfFuses({ fuses }: Layout): Promise<string[]> {
  const wire = (await getCurrentFuseWire(fuses)) as unknown as Record<number, FuseState | undefined>
  return Object.entries(FUSES).flatMap(([name, on]) => {
    const state = wire[FuseV1Options[name as keyof typeof FuseV1Options]]
    return state === (on ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`the fuse ${name} is not ${on ? 'on' : 'off'} in the binary`]
  })
}

/** Checks that the file which the system's signature covers contains the hash of the archive. */
function faultsOfIntegrity({ integrity, resources }: Layout): string[] {
  if (integrity === null) return []
  const hash = hashOfIndex(join(resources, 'app.asar'))
  return readFileSync(integrity).includes(hash)
    ? []
    : [`${integrity} does not name the hash of the archive's index (${hash})`]
}

/** Checks where the program looks for updates. */
function faultsOfUpdates({ resources }: Layout, releases: string | null): string[] {
  const file = join(resources, 'app-update.yml')
  if (!existsSync(file)) return [`${file} is missing: it could never be updated`]
  const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  const { provider, url, updaterCacheDirName } = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)))
  return [
    ...(provider === 'generic' ? [] : [`updates come from "${provider}", not from a plain feed`]),
    ...(/^https:\/\/[^\s@'"]+$/.test(url ?? '') ? [] : [`updates come from "${url}", which is no https address`]),
    ...(releases === null || url === releases ? [] : [`updates come from "${url}", not from ${releases}`]),
    ...(updaterCacheDirName === 'isotherm-updater' ? [] : [`updates are kept in "${updaterCacheDirName}"`]),
  ]
}

/** Readable files next to the program, and text that each must contain. */
const READABLE: readonly (readonly [string, RegExp])[] = [
  ['LICENSE.txt', /^MIT License/],
  ['NOTICE.txt', /TradingView Lightweight Charts/],
  ['THIRD-PARTY.txt', /^What Isotherm is made of/],
  ['LICENSE.electron.txt', /\S/],
  ['LICENSES.chromium.html', /\S/],
]

/** Checks the license files, and that they name every package. */
function faultsOfLicenses({ licenses }: Layout, packages: readonly string[]): string[] {
  const read = (name: string): string =>
    existsSync(join(licenses, name)) ? readFileSync(join(licenses, name), 'utf8') : ''
  const thirdParty = read('THIRD-PARTY.txt')
  return [
    ...READABLE.filter(([name, text]) => !text.test(read(name))).map(
      ([name]) => `${name} is not beside the program, or not what it should be`,
    ),
    ...packages
      .filter((name) => !thirdParty.includes(`\n${headingOf(name)} `))
      .map((name) => `THIRD-PARTY.txt does not contain the terms of ${name}`),
  ]
}

/**
 * Faults of a packed program; empty when there are none.
 * @param folder absolute; see `layoutOf`.
 * @param on.root absolute; the clone that it was built in. If it has a build, every package of the build must be listed.
 * @param on.releases required origin of updates; null accepts any https address.
 * @throws {Error} when the folder is not a packed program.
 */
export async function faultsOfPackage(
  folder: string,
  target: Target,
  on: { root: string; releases: string | null },
): Promise<string[]> {
  const layout = layoutOf(folder, target)
  const { version } = JSON.parse(readFileSync(join(on.root, 'package.json'), 'utf8'))
  const archive = faultsOfArchive(layout.resources, target, { version, root: on.root })
  return [
    ...archive,
    ...(archive.some((fault) => fault.endsWith('app.asar is missing')) ? [] : faultsOfIntegrity(layout)),
    ...(await faultsOfFuses(layout)),
    ...faultsOfUpdates(layout, on.releases),
    ...faultsOfLicenses(layout, [...SHIPPED_WHOLE, ...bundledPackages(on.root)]),
  ]
}
