/** The end of the log, for a report. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** So much of its end is read, bytes, and so many lines of it are given. */
const MOST_BYTES = 64_000
const MOST_LINES = 200

/** The last whole lines, the oldest first; a sentence in their place where the file cannot be read. */
export function logTail(path: string): readonly string[] {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const from = Math.max(0, size - MOST_BYTES)
      const bytes = Buffer.alloc(size - from)
      const read = readSync(file, bytes, 0, bytes.length, from)
      const lines = bytes.subarray(0, read).toString('utf8').split('\n').filter(Boolean)
      // The first one begins in the middle where something stands before it.
      return (from === 0 ? lines : lines.slice(1)).slice(-MOST_LINES)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return [`The log could not be read: ${error instanceof Error ? error.message : String(error)}`]
  }
}
