/** A stub of Electron's folder when its binary is not available: what packing needs, and nothing that runs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SENTINEL } from '@electron/fuses/dist/constants.js'

/** Number of fuses in Electron's binary; all keep their default, on, until packing sets them. */
const FUSE_COUNT = 8

/** Electron's files next to the program in a package, with their names after packing. */
const LICENCES_OF_ELECTRON = ['LICENSE.electron.txt', 'LICENSES.chromium.html']

/** Bytes in which the fuses are found as in the real binary: a sentinel, the wire version, the length, one character per fuse. */
const binary = (): Buffer =>
  Buffer.concat([
    Buffer.from('a stand-in for Electron, which does not run\n'),
    Buffer.from(SENTINEL),
    Buffer.from([1, FUSE_COUNT]),
    Buffer.from('1'.repeat(FUSE_COUNT)),
    Buffer.from('\n'),
  ])

/** Writes the stub, in the layout of Electron's Linux folder. */
export function writeStubElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  for (const name of ['electron', 'chrome-sandbox']) writeFileSync(join(folder, name), binary(), { mode: 0o755 })
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  for (const name of LICENCES_OF_ELECTRON) writeFileSync(join(folder, name), 'the terms of the real one\n')
}
