/** The page of the rooms: a line for each, in the words of its `index.ts`, and for each file beside the rooms in its own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Floors } from './floors.ts'
import { isTestSupport } from './sources.ts'

/** Beside the page. */
const ARCHITECTURE = 'architecture.md'

/** A tree as the page tells of it. */
export interface Told {
  readonly tree: string
  readonly title: string
  /** Null for a tree without rooms. */
  readonly floors: Floors | null
}

/** The first sentence of a file's header, without what it cites; empty when it has none. */
export function headerOf(source: string): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? ''
  const words = comment
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s*\([^()]*docs\/[^()]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const first = /^.*?\.(?= [A-Z]|$)/.exec(words)?.[0] ?? words
  return first.replaceAll('|', '\\|')
}

const doorOf = (folder: string): string =>
  ['index.ts', 'index.tsx'].map((name) => join(folder, name)).find(existsSync) ?? join(folder, 'index.ts')

function section(root: string, { tree, title, floors }: Told): string {
  const rooms = [...(floors?.keys() ?? [])].filter((room) => room !== '.' && room !== 'testing').reverse()
  const files = readdirSync(join(root, tree))
    .filter((name) => /\.tsx?$/.test(name) && !isTestSupport(name))
    .sort()
  const line = (name: string, file: string): string => `| \`${name}\` | ${headerOf(readFileSync(file, 'utf8'))} |`
  return [
    `## ${tree}`,
    '',
    title,
    '',
    '| | |',
    '|---|---|',
    ...rooms.map((room) => line(`${room}/`, doorOf(join(root, tree, room)))),
    ...files.map((name) => line(name, join(root, tree, name))),
  ].join('\n')
}

/** The page as Markdown. @throws Error when the door of a listed room is not there. */
export function roomsPage(root: string, trees: readonly Told[]): string {
  const intro = [
    '# The rooms',
    '',
    'Written by `node scripts/house.mjs --picture` from the `rooms.json` of each tree and the first sentence of each `index.ts`; what is',
    `wrong here is put right there. Rooms stand from the top floor down, then the files beside them. [How they fit together](${ARCHITECTURE}).`,
  ].join('\n')
  return `${[intro, ...trees.map((tree) => section(root, tree))].join('\n\n')}\n`
}
