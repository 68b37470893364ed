/** A stand-in for Electron's folder where its binary cannot be had: what packing needs of it, and nothing that runs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SENTINEL } from '@electron/fuses/dist/constants.js'

/** How many fuses Electron's binary has; all of them are as they come, on, until packing sets them. */
const FUSE_COUNT = 8

/** Electron's files that a package has beside the program, with the names that packing gives them. */
const LICENCES_OF_ELECTRON = ['LICENSE.electron.txt', 'LICENSES.chromium.html']

/** Bytes in which the fuses are found as in the real binary: a mark, the version of the wire, its length, a character for each fuse. */
const binary = (): Buffer =>
  Buffer.concat([
    Buffer.from('a stand-in for Electron, which does not run\n'),
    Buffer.from(SENTINEL),
    Buffer.from([1, FUSE_COUNT]),
    Buffer.from('1'.repeat(FUSE_COUNT)),
    Buffer.from('\n'),
  ])

/** Writes it, as Electron's folder for Linux. */
export function writeStubElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  for (const name of ['electron', 'chrome-sandbox']) writeFileSync(join(folder, name), binary(), { mode: 0o755 })
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  for (const name of LICENCES_OF_ELECTRON) writeFileSync(join(folder, name), 'the terms of the real one\n')
}
