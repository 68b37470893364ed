/**
 * `node tools/scripts/check-package.mjs [--target linux-x64] [--releases URL] PACKAGE…`: checks finished packages, or folders of packed programs,
 * before release. Exit code 0: no faults; 1: faults, one per line; 2: it cannot be checked.
 */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faultsOfPackage } from './check-package.ts'
import { faultsOfDesktopEntry } from './desktop-entry.ts'
import { targetOf } from './package-layout.ts'
import { type Unpacked, unpack } from './unpack.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const say = (line: string): void => void process.stderr.write(`isotherm: ${line}\n`)

/** Linux packages, and the installation kind recorded in the program: none for an AppImage, which updates itself. */
const LINUX: Readonly<Record<string, string | null>> = { '.AppImage': null, '.deb': 'deb', '.rpm': 'rpm' }

function faultsOfKind(path: string, { folder, desktop }: Unpacked): string[] {
  const kind = LINUX[extname(path)]
  if (kind === undefined) return []
  const file = join(folder, 'resources', 'package-type')
  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  return [
    ...(recorded === kind
      ? []
      : [`it takes itself for "${recorded}", not for "${kind}": were several kinds made in one go?`]),
    ...(desktop === null
      ? ['it has no desktop entry']
      : faultsOfDesktopEntry(desktop.kind, desktop.name, desktop.text)),
  ]
}

async function check(path: string, target: string, releases: string | null): Promise<number> {
  const unpacked = unpack(path)
  const ofProgram = await faultsOfPackage(unpacked.folder, targetOf(target), { root, releases })
  const faults = [...ofProgram, ...faultsOfKind(path, unpacked)]
  for (const fault of faults) say(`${path}: ${fault}`)
  if (faults.length === 0) say(`${path}: nothing wrong with it, for ${target}`)
  return faults.length
}

try {
  const { values, positionals } = parseArgs({
    options: { target: { type: 'string' }, releases: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.length === 0)
    throw new Error('it is not said what to look at: name packages, or folders of packed programs')
  const target = values.target ?? `${process.platform}-${process.arch}`
  let faults = 0
  for (const path of positionals) faults += await check(path, target, values.releases ?? null)
  process.exitCode = faults === 0 ? 0 : 1
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
