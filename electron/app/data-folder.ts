/** The folder of everything the terminal keeps: made level by level, for its user only, and refused where no folder can be made. */
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Folders that one path may lack. */
const MOST_LEVELS = 64
/** The bit of a folder in which each user may remove only what is theirs. */
const STICKY = 0o1000

/**
 * Makes the folder, and those above it, for this user only; one that is there is closed to every other user. Nothing is touched before the nearest folder that exists is known to take
 * new ones. Not `recursive`: below `/proc`, where folders are read only by nature, Node's own recursive way never ends.
 * @param path absolute.
 * @throws Error in words when it is no folder, may not be written to, or cannot be made.
 */
export function makeDataFolder(path: string): void {
  const missing: string[] = []
  let at = path
  while (!isFolder(at)) {
    missing.unshift(at)
    const above = dirname(at)
    if (above === at || missing.length > MOST_LEVELS) throw new Error(`${path} is below no folder that exists`)
    at = above
  }
  accessSync(at, constants.W_OK | constants.X_OK)
  for (const folder of missing) makeOne(folder)
  close(path)
}

/** On Windows the profile of a user is closed already. A folder that everybody shares by intent, as `/tmp`, stays so: it is no folder of the terminal. */
function close(folder: string): void {
  if (process.platform === 'win32') return
  const { mode } = statSync(folder)
  if ((mode & 0o077) === 0 || (mode & STICKY) !== 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Somebody else's, or on a disk without modes: the files in it are closed one by one.
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // A second terminal that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error
  }
}

/** Whether it is there. @throws Error when something else is in its place. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`)
  return true
}
