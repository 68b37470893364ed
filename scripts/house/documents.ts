/** The documents that are made from the rooms: the picture of the house and the page of its rooms. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { byFloor, readFloors } from './floors.ts'
import { type Drawn, picture } from './picture.ts'
import { roomsPage } from './rooms-page.ts'

/** What each tree is, in a line. */
const TITLES = {
  src: 'the windows: React',
  electron: 'main: secrets, network, disk',
  venue: 'the practice venue: the service, in a worker',
  'chromium-host': 'stands in for Electron',
  contract: 'What main and windows agree on, and what everybody may import. Pure TypeScript.',
} as const

const BESIDE = {
  src: 'main',
  electron: 'main · deployment · handlers',
  venue: 'server · worker',
  'chromium-host': 'app · windows · ipc',
} as const

/** Each document with its path from the root. @throws Error when a tree has no list of rooms. */
export function documentsOf(root: string): ReadonlyMap<string, string> {
  const floorsOf = (tree: string) => {
    const floors = readFloors(root, tree)
    if (floors === null) throw new Error(`${tree} has no rooms.json`)
    return floors
  }
  const drawn = (tree: keyof typeof BESIDE): Drawn => ({
    tree,
    title: TITLES[tree],
    beside: BESIDE[tree],
    floors: byFloor(floorsOf(tree)),
  })
  const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  const told = (['src', 'electron', 'venue', 'chromium-host'] as const).map((tree) => ({
    tree,
    title: sentence(TITLES[tree]),
    floors: floorsOf(tree),
  }))
  return new Map([
    [
      'docs/pictures/house.svg',
      picture({
        windows: drawn('src'),
        main: drawn('electron'),
        venue: drawn('venue'),
        host: drawn('chromium-host'),
      }),
    ],
    ['docs/rooms.md', roomsPage(root, [...told, { tree: 'contract', title: TITLES.contract, floors: null }])],
  ])
}

/** A sentence for each document that does not say what the rooms are. */
export function outdated(root: string): string[] {
  return [...documentsOf(root)].flatMap(([path, text]) => {
    const file = join(root, path)
    return existsSync(file) && readFileSync(file, 'utf8') === text
      ? []
      : [`${path} is not of the rooms as they are: node scripts/house.mjs --picture writes it`]
  })
}

export function writeDocuments(root: string): void {
  for (const [path, text] of documentsOf(root)) writeFileSync(join(root, path), text)
}
