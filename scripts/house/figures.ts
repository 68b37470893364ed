/** Every figure by which the house is judged, with where each stands. */
import { posix } from 'node:path'
import { unusedExports } from './exports.ts'
import { circles, graphOf } from './graph.ts'
import { type Doors, doorsOf, passedDoor, roomOf } from './rooms.ts'
import { isTest, isTestSupport, type Source } from './sources.ts'
import { type PrivateName, privateNames } from './words.ts'

/** The trees that are built of rooms. */
export const TREES = ['electron', 'src', 'venue', 'chromium-host'] as const
/** Everything that is counted. */
export const FOLDERS = [...TREES, 'contract', 'bench', 'e2e', 'scripts'] as const

export const LONGEST_FILE = 250
export const LONGEST_FUNCTION = 150

/** A place in the text. */
interface Place {
  readonly path: string
  readonly line: number
}

export interface Figures {
  /** Files that import each other in a circle: with imports of types, and without. */
  readonly fileCircles: { readonly all: readonly string[][]; readonly values: readonly string[][] }
  /** Rooms of one tree that use each other in a circle, tests left out; with imports of types, and without. */
  readonly roomCircles: { readonly all: readonly string[][]; readonly values: readonly string[][] }
  /** Imports that enter a room past its door; and how many go through one. Tests counted by themselves. */
  readonly pastDoors: readonly (Place & { readonly specifier: string })[]
  readonly pastDoorsInTests: readonly (Place & { readonly specifier: string })[]
  readonly throughDoors: number
  readonly longFiles: readonly { readonly path: string; readonly lines: number }[]
  readonly longTests: readonly { readonly path: string; readonly lines: number }[]
  readonly longFunctions: readonly (Place & { readonly name: string; readonly lines: number })[]
  readonly casts: readonly Place[]
  /** Files beside the rooms of `electron`. */
  readonly looseFiles: readonly string[]
  /** Exported and used in no other file. `forTests`: used by tests only. */
  readonly unusedExports: readonly (Place & { readonly name: string })[]
  readonly exportsForTests: readonly (Place & { readonly name: string })[]
  readonly privateNames: readonly PrivateName[]
}

export function figuresOf(sources: readonly Source[]): Figures {
  const doors = doorsOf(sources)
  const product = sources.filter(({ path }) => !isTestSupport(path))
  const long = sources.filter(({ lines }) => lines > LONGEST_FILE).map(({ path, lines }) => ({ path, lines }))
  const past = (among: readonly Source[]) =>
    among.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== null && inTree(target) && passedDoor(path, target, doors) !== null)
        .map(({ line, specifier }) => ({ path, line, specifier })),
    )
  const unused = unusedExports(sources)
  return {
    fileCircles: { all: fileCircles(sources, true), values: fileCircles(sources, false) },
    roomCircles: { all: roomCircles(product, doors, true), values: roomCircles(product, doors, false) },
    pastDoors: past(product),
    pastDoorsInTests: past(sources.filter(({ path }) => isTestSupport(path))),
    throughDoors: product
      .flatMap(({ path, imports }) => imports.map(({ target }) => [path, target] as const))
      .filter(
        ([from, to]) =>
          to !== null &&
          doors.has(posix.dirname(to)) &&
          /^index\.tsx?$/.test(posix.basename(to)) &&
          !from.startsWith(`${posix.dirname(to)}/`),
      ).length,
    longFiles: long.filter(({ path }) => !isTest(path)),
    longTests: long.filter(({ path }) => isTest(path)),
    longFunctions: product.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > LONGEST_FUNCTION).map((one) => ({ path, ...one })),
    ),
    casts: product.flatMap(({ path, casts }) => casts.map((line) => ({ path, line }))),
    looseFiles: product.map(({ path }) => path).filter((path) => /^electron\/[^/]+$/.test(path)),
    unusedExports: unused.byNobody,
    exportsForTests: unused.byTestsOnly,
    privateNames: privateNames(sources),
  }
}

const inTree = (path: string): boolean => TREES.some((tree) => path.startsWith(`${tree}/`))

const fileCircles = (sources: readonly Source[], types: boolean): string[][] => circles(graphOf(edges(sources, types)))

function roomCircles(sources: readonly Source[], doors: Doors, types: boolean): string[][] {
  return TREES.flatMap((tree) =>
    circles(
      graphOf(
        edges(sources, types)
          .filter((edge) => edge.every((path) => path.startsWith(`${tree}/`)))
          .map(([from, to]) => [roomOf(from, doors), roomOf(to, doors)] as const)
          .filter((edge) => !edge.includes(tree)),
      ),
    ),
  )
}

const edges = (sources: readonly Source[], types: boolean): (readonly [string, string])[] =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, typeOnly }) =>
      target === null || (typeOnly && !types) ? [] : [[path, target] as const],
    ),
  )
