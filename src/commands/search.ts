/** The results of the palette and the sheet of keys: commands, recently used ones first, then the results of each source. Pure. */
import type { ToldKey } from '../ui/index.ts'
import type { Command, CommandScope } from './command.ts'
import { keyText } from './keys.ts'
import type { Entry, EntryProvider } from './registry.ts'

// Ranks a name against the query.

/** Points for a letter that begins a word, one that follows its neighbor, and any other. */
const BEGINS = 8
const FOLLOWS = 5
const ANY = 1
/** Penalty per skipped letter. */
const PASSED = 0.02
/** Points for several words side by side as typed, and for a text that starts with the query. */
const PHRASE = 12
const OPENS = 12

/**
 * The rank of a text: every word of the query must be found in it, letter by letter in order, though not contiguously. Null if one is missing; higher
 * is better.
 */
export function matchOf(query: string, text: string): number | null {
  const lower = text.toLowerCase()
  let total = 0
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue
    const score = wordScore(word, lower)
    if (score === null) return null
    total += score
  }
  return total + phraseScore(query, lower) - lower.length * PASSED
}

/** An exact match ranks above a text that merely contains all the words. */
function phraseScore(query: string, text: string): number {
  const phrase = query.trim().toLowerCase()
  if (phrase.length < 2) return 0
  const at = text.indexOf(phrase)
  if (at < 0 || !beginsWord(text, at)) return 0
  return (/\s/.test(phrase) ? PHRASE : 0) + (at === 0 ? OPENS : 0)
}

/** The best match of a word's letters in a text, in one pass per position of its first letter. */
function wordScore(word: string, text: string): number | null {
  const whole = text.indexOf(word)
  // A contiguous match ranks above every scattered one.
  if (whole >= 0) return word.length * BEGINS + (beginsWord(text, whole) ? BEGINS : 0)
  let best: number | null = null
  for (let start = text.indexOf(word[0] ?? ''); start >= 0; start = text.indexOf(word[0] ?? '', start + 1)) {
    const score = scattered(word, text, start)
    if (score === null) break
    if (best === null || score > best) best = score
  }
  return best
}

function scattered(word: string, text: string, start: number): number | null {
  let score = 0
  let at = start - 1
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return null
    score += beginsWord(text, next) ? BEGINS : next === at + 1 ? FOLLOWS : ANY
    at = next
  }
  return score
}

const beginsWord = (text: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** Maximum number listed per section. */
const MOST = 50

/** The results under one heading. */
interface Found {
  readonly section: string
  readonly rows: readonly FoundRow[]
}

/** One row of the palette. */
export type FoundRow =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: Entry }

/** @param recent ids of recently used commands, the newest first: without a query they come first, with one they win at equal rank */
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
  // Scattered letters in a command rank below the results of a source.
  const isScattered = query.trim() !== '' && !found.some((row) => row.kind === 'command' && isNamed(query, row.command))
  const sections: Found[] = [
    ...providers.filter(({ first }) => first === true).map(foundBy),
    ...(isScattered ? [...others, own] : [own, ...others]),
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Whether every word is in a command's title or search terms. */
function isNamed(query: string, { title, words = [] }: Command): boolean {
  const text = [title, ...words].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Commands of one scope, those with a key first. */
interface SheetGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

const HEADINGS = { app: 'Everywhere', window: 'This window', market: 'Market' } as const
const ORDER: readonly CommandScope[] = ['app', 'window', 'market']

const headingOf = (scope: CommandScope): string =>
  scope in HEADINGS ? HEADINGS[scope as keyof typeof HEADINGS] : `In the panel ${scope.slice('panel/'.length)}`

/** The sheet's groups for a query; all of them without one. */
export function groupsFor(commands: readonly Command[], query: string): readonly SheetGroup[] {
  const found = commands.filter(({ title, words = [] }) => matchOf(query, [title, ...words].join(' ')) !== null)
  const scopes = [...new Set<CommandScope>([...ORDER, ...found.map(({ scope }) => scope)])]
  return scopes.flatMap((scope) => {
    const own = found.filter((command) => command.scope === scope)
    const [keyed, others] = [own.filter(hasKey), own.filter((command) => !hasKey(command))]
    return own.length === 0 ? [] : [{ heading: headingOf(scope), commands: [...keyed, ...others] }]
  })
}

const hasKey = ({ keys }: Command): boolean => keys !== undefined && keys.length > 0

// Keys in the sheet that are no commands: those of tables, tabs and dialogs.

/** Keys of one context. */
export interface ToldGroup {
  readonly heading: string
  readonly keys: readonly ToldKey[]
}

/** The sheet's other keys for a query; all of them without one. */
export const toldFor = (groups: readonly ToldGroup[], query: string): readonly ToldGroup[] =>
  groups
    .map(({ heading, keys }) => ({
      heading,
      keys: keys.filter(({ does }) => matchOf(query, `${does} ${heading}`) !== null),
    }))
    .filter(({ keys }) => keys.length > 0)

const CODES: Readonly<Record<string, string>> = { ' ': 'Space', '/': 'Slash' }

const NOT_PRINTED: ReadonlyMap<string, string> = new Map()

/** Labels of its keys. */
export const toldTexts = ({ keys, mod, alt, shift }: ToldKey, isMac: boolean): readonly string[] =>
  keys.map((key) =>
    keyText(
      {
        code: CODES[key] ?? (key.length === 1 ? `Key${key.toUpperCase()}` : key),
        mod: mod === true,
        alt: alt === true,
        shift: shift === true,
      },
      isMac,
      // Matched by what they type, so that they are named by it on every keyboard.
      NOT_PRINTED,
    ),
  )
