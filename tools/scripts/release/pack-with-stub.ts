/**
 * The part "packages" of `npm test`: packs the build for Linux like a release, around a stub of Electron's binary, and applies all checks of
 * `check-package.ts` to the result. The tools for AppImage, deb and rpm are not downloaded: their inputs are checked instead.
 *
 * Exit code 0: no faults; 1: faults, one per line.
 */
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Arch, build, Platform } from 'electron-builder'
import { faultsOfPackage } from './check-package.ts'
import { faultsOfDesktopEntry } from './desktop-entry.ts'
import { faultsOfInstalledPackage } from './installed-package.ts'
import type { Target } from './package-layout.ts'
import { writeStubElectron } from './stub-electron.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const work = join(root, '.cache', 'packed')
const RELEASES = 'https://releases.invalid/'

/** Targets with electron-builder's output folder for each. */
const TARGETS: readonly (readonly [Target, string])[] = [
  [{ system: 'linux', processor: 'x64' }, 'linux-unpacked'],
  [{ system: 'linux', processor: 'arm64' }, 'linux-arm64-unpacked'],
]

/** Inputs of electron-builder's tools: for an AppImage its desktop entry, for a deb or rpm the command and the entry's file. */
type ToolInput = { readonly desktop: string; readonly desktopFileName: string } | readonly [readonly string[], string]

function faultsOfInput(input: ToolInput): string[] {
  if ('desktop' in input) return faultsOfDesktopEntry('appimage', input.desktopFileName, input.desktop)
  const [args, file] = input as readonly [readonly string[], string]
  const place = args.find((argument) => argument.startsWith(`${file}=`))?.split('=')[1] ?? ''
  return [
    ...faultsOfInstalledPackage(args),
    ...faultsOfDesktopEntry('installed', basename(place), readFileSync(file, 'utf8')),
  ]
}

rmSync(work, { recursive: true, force: true })
writeStubElectron(join(work, 'electron'))
process.env.ISOTHERM_RELEASES_URL = RELEASES
const faults: string[] = []
let inputCount = 0
await build({
  projectDir: root,
  publish: 'never',
  targets: Platform.LINUX.createTarget(['appimage', 'deb', 'rpm'], Arch.x64, Arch.arm64),
  config: { electronDist: join(work, 'electron'), directories: { output: join(work, 'dist') } },
  effectiveOptionComputed: async (input: ToolInput) => {
    inputCount += 1
    faults.push(...faultsOfInput(input))
    return true
  },
})
if (inputCount !== 3 * TARGETS.length)
  faults.push(`${inputCount} packages would have been made, not ${3 * TARGETS.length}`)
for (const [target, folder] of TARGETS) {
  const found = await faultsOfPackage(join(work, 'dist', folder), target, { root, releases: RELEASES })
  faults.push(...found.map((fault) => `${folder}: ${fault}`))
}
for (const fault of faults) process.stderr.write(`isotherm: package: ${fault}\n`)
process.stderr.write(
  `isotherm: ${TARGETS.length} programs packed and ${inputCount} packages described, ${faults.length} faults\n`,
)
process.exit(faults.length === 0 ? 0 : 1)
