/** Rooms: folders with a door. Which room a file is in, and whether an import goes through the door. */
import { posix } from 'node:path'
import { isTestSupport, type Source } from './sources.ts'

/** Paths of the folders that have an `index.ts` or `index.tsx`. */
export type Doors = ReadonlySet<string>

const DOOR = /^index\.tsx?$/

export const doorsOf = (sources: readonly Source[]): Doors =>
  new Set(sources.filter(({ path }) => DOOR.test(posix.basename(path))).map(({ path }) => posix.dirname(path)))

/** The folder of the innermost room that a file is in; its tree (`electron`) when it is in none. */
export function roomOf(path: string, doors: Doors): string {
  for (let folder = posix.dirname(path); folder.includes('/'); folder = posix.dirname(folder)) {
    if (doors.has(folder)) return folder
  }
  return path.split('/')[0] ?? path
}

/** The outermost room, below the tree, that `to` is in and `from` is not; null when nothing is entered. */
function entered(from: string, to: string, doors: Doors): string | null {
  const parts = posix.dirname(to).split('/')
  for (let depth = 2; depth <= parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/')
    if (doors.has(folder) && !from.startsWith(`${folder}/`)) return folder
  }
  return null
}

/** The room that an import enters past its door, or null. What is in `testing/` has no door: only tests go there. */
export function passedDoor(from: string, to: string, doors: Doors): string | null {
  const room = entered(from, to, doors)
  if (room === null || (posix.dirname(to) === room && DOOR.test(posix.basename(to)))) return null
  return isTestSupport(to) && isTestSupport(from) ? null : room
}

/** The specifier by which `from` comes to the door of the room. */
export function wayTo(room: string, from: string, sources: readonly Source[]): string {
  const door = sources.find(({ path }) => posix.dirname(path) === room && DOOR.test(posix.basename(path)))
  const way = posix.relative(posix.dirname(from), door?.path ?? `${room}/index.ts`)
  return way.startsWith('.') ? way : `./${way}`
}
