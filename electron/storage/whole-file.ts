/** Files that are written whole or not at all: first beside their place, down to the disk, then moved into place. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { quoted } from '../../contract/messages.ts'

/** A damaged file, or a journal of another schema, that has been set aside. */
export interface SetAside {
  /** Purpose of the file: `settings`, `journal`. */
  readonly what: string
  readonly movedTo: string
  /** A sentence or two. */
  readonly reason: string
  /** The schema of a sound journal of another version; absent for a damaged one. */
  readonly schema?: number
  /** The backup that replaced it; absent where there was none. */
  readonly restoredFrom?: string
}

/** A text on disk that is not in its place yet. */
interface Aside {
  readonly path: string
  /** Removes it again. */
  readonly remove: () => void
}

/** Writes a text to `<path>.tmp` and flushes it. @throws Error of the disk; nothing of it is left then. */
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

/** A nearly full disk writes only a part and reports success: only the next write fails. */
function writeAll(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) {
    const more = writeSync(file, bytes, written, bytes.length - written)
    if (more <= 0) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
    written += more
  }
}

/** @throws Error of the disk; the old file is then unchanged, and the new text is gone. */
export function putInPlace({ path: aside, remove }: Aside, path: string): void {
  try {
    renameSync(aside, path)
  } catch (error) {
    remove()
    throw error
  }
}

/** Windows cannot open a directory to flush it, and does not need to. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Makes a file, or a folder by its own mode, private to this user. Windows does so by the user's profile; where a file system has no modes, or the
 * file belongs to somebody else, it stays unchanged.
 */
export function keepPrivate(path: string, mode = 0o600): void {
  if (process.platform === 'win32') return
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!['EPERM', 'EACCES', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
  }
}

/** Why a file could not be written, and what the trader can do about it. */
export function notSavedText(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return `${file} could not be saved: the disk is full. Free up space, then save again.`
  if (code === 'EDQUOT')
    return `${file} could not be saved: your disk quota is used up. Free up space, then save again.`
  return `${file} could not be saved: ${quoted(message)}.`
}

/** A time as part of a file name, UTC: `2026-11-21T12-00-00-000Z`. */
export const stampOf = (time: number): string => new Date(time).toISOString().replace(/[:.]/g, '-')

/** The inverse; null when it is no stamp. */
export function timeOfStamp(stamp: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/.exec(stamp)
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}:${match[2]}:${match[3]}.${match[4]}`)
  return Number.isNaN(time) ? null : time
}
