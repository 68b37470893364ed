/** What the palette lists for what was typed: commands, the ones used last first, then what each source finds. Pure. */
import type { Command } from './command.ts'
import { matchOf } from './fuzzy.ts'
import type { Entry, EntryProvider } from './registry.ts'

/** So many of a section are listed. */
const MOST = 50

/** What is listed under one heading. */
export interface Found {
  readonly section: string
  readonly rows: readonly FoundRow[]
}

/** One row of the palette. */
export type FoundRow =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: Entry }

/**
 * @param recent ids of the commands used last, the newest first: without a query they come first, with one they win where commands answer it
 *   alike.
 */
export function searchAll(
  query: string,
  commands: readonly Command[],
  providers: readonly EntryProvider[],
  recent: readonly string[],
): readonly Found[] {
  const rank = (id: string): number => {
    const at = recent.indexOf(id)
    return at < 0 ? recent.length : at
  }
  const found = commands
    .flatMap((command, order) => {
      const score = matchOf(query, [command.title, ...(command.words ?? [])].join(' '))
      return score === null ? [] : [{ command, order, score: query.trim() === '' ? 0 : score }]
    })
    .sort((a, b) => b.score - a.score || rank(a.command.id) - rank(b.command.id) || a.order - b.order)
    .slice(0, query.trim() === '' ? undefined : MOST)
    .map(({ command }): FoundRow => ({ kind: 'command', id: command.id, command }))
  const foundBy = ({ section, search }: EntryProvider): Found => ({
    section,
    rows: search(query, MOST)
      .slice(0, MOST)
      .map((entry): FoundRow => ({ kind: 'entry', id: `${section}/${entry.id}`, entry })),
  })
  const own: Found = { section: 'Commands', rows: found }
  const others = providers.filter(({ first }) => first !== true).map(foundBy)
  // Letters that are scattered over a command are a worse answer than what a source found.
  const isScattered = query.trim() !== '' && !found.some((row) => row.kind === 'command' && isNamed(query, row.command))
  const sections: Found[] = [
    ...providers.filter(({ first }) => first === true).map(foundBy),
    ...(isScattered ? [...others, own] : [own, ...others]),
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Whether every word stands in what a command is called or found by. */
function isNamed(query: string, { title, words = [] }: Command): boolean {
  const text = [title, ...words].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
