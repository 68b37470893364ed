/** Files that are written whole or not at all: beside their place first, down to the disk, and then into it. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** A text that is on the disk, and not in its place yet. */
interface Aside {
  readonly path: string
  /** Takes it away again. */
  readonly remove: () => void
}

/** Writes all of a text to `<path>.tmp` and flushes it. @throws Error of the disk; nothing is left of it then. */
export function writeAside(path: string, text: string): Aside {
  const aside = `${path}.tmp`
  const remove = (): void => rmSync(aside, { force: true })
  try {
    const file = openSync(aside, 'w', 0o600)
    try {
      writeAll(file, Buffer.from(text))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { path: aside, remove }
}

/** A disk that is nearly full takes a part of what it is given and calls that done: only the next write is refused. */
function writeAll(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) {
    const more = writeSync(file, bytes, written, bytes.length - written)
    if (more <= 0) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
    written += more
  }
}

/** @throws Error of the disk; what was in that place is there still, and what was written is gone. */
export function putInPlace({ path: aside, remove }: Aside, path: string): void {
  try {
    renameSync(aside, path)
  } catch (error) {
    remove()
    throw error
  }
}

/** Windows cannot open a directory to flush it, and does not need it. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Why a file could not be written: in words where a trader can do something about it. */
export function diskWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'the disk is full. Make room on it, then save again'
  if (code === 'EDQUOT') return 'your share of the disk is used up. Make room in it, then save again'
  return message
}
