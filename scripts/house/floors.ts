/** The rooms of a tree as its `rooms.json` lists them, and the floor on which each stands. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rooms of a tree from the ground floor up, each with the rooms it may use. `.` is what stands beside the rooms. */
export type Floors = ReadonlyMap<string, readonly string[]>

export const FILE = 'rooms.json'

/** Null for a tree without a list. @throws Error in a sentence when the file is no object of lists of names. */
export function readFloors(root: string, tree: string): Floors | null {
  const file = join(root, tree, FILE)
  if (!existsSync(file)) return null
  const floors: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof floors !== 'object' || floors === null || Array.isArray(floors))
    throw new Error(`${tree}/${FILE} must be an object`)
  return new Map(
    Object.entries(floors).map(([room, uses]) => {
      if (Array.isArray(uses) && uses.every((one) => typeof one === 'string')) return [room, uses]
      throw new Error(`${tree}/${FILE}: "${room}" must be a list of rooms`)
    }),
  )
}

/** A room as it is drawn: rooms inside it are part of it. */
export interface Box {
  /** `.` is what stands beside the rooms. */
  readonly name: string
  /** Rooms inside it, by their own names. */
  readonly inside: readonly string[]
}

const outer = (room: string): string => room.split('/')[0] ?? room

/**
 * The outer rooms by floor, the ground floor first: a room stands one floor above the highest that it uses. Rooms for tests are left out.
 * @throws Error when outer rooms use each other in a circle.
 */
export function byFloor(floors: Floors): readonly (readonly Box[])[] {
  const rooms = [...floors.keys()].filter((room) => outer(room) !== 'testing')
  const names = [...new Set(rooms.map(outer))]
  const usedBy = (name: string): string[] =>
    rooms.filter((room) => outer(room) === name).flatMap((room) => (floors.get(room) ?? []).map(outer))
  const known = new Map<string, number>()
  const floorOf = (name: string, above: readonly string[]): number => {
    if (above.includes(name)) throw new Error(`${[...above, name].join(' uses ')}: a circle`)
    const found = known.get(name)
    if (found !== undefined) return found
    const used = usedBy(name).filter((one) => one !== name)
    const floor = Math.max(-1, ...used.map((one) => floorOf(one, [...above, name]))) + 1
    known.set(name, floor)
    return floor
  }
  const highest = Math.max(-1, ...names.map((name) => floorOf(name, [])))
  return Array.from({ length: highest + 1 }, (_, floor) =>
    names
      .filter((name) => known.get(name) === floor)
      .map((name) => ({
        name,
        inside: rooms.filter((room) => room.startsWith(`${name}/`)).map((room) => room.slice(name.length + 1)),
      })),
  )
}
