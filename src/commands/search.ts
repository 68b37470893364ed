/** The results of the palette and the sheet of keys: commands and the results of each source, the section with the best match first. Pure. */
import type { HandledKey } from '../ui/index.ts'
import type { KeyGroup } from './chosen-keys.ts'
import type { Command, CommandScope } from './command.ts'
import { keyText } from './keys.ts'
import type { Entry, EntryProvider } from './registry.ts'

/** Points per letter of a word that a text contains, for one that begins a word, and for letters in order but apart. */
const CONTAINS = 8
const BEGINS = 8
const FOLLOWS = 5
const ANY = 1
/** Penalty per letter of the text. */
const PASSED = 0.02
/** Points for several words side by side as typed, and for a text that starts with the query. */
const PHRASE = 12
const OPENS = 12
/** Points for what the name contains: what only its search terms contain ranks below. */
const NAMED = 10

/** What traders type for what is written otherwise. */
const ALIASES: readonly (readonly [written: RegExp, typed: string])[] = [
  [/p&l/, 'pnl pl profit loss'],
  [/alert/, 'alarm'],
  [/order book/, 'dom depth of market'],
  [/trades/, 'tape time and sales'],
]

const withAliases = (text: string): string =>
  ALIASES.reduce((all, [written, typed]) => (written.test(text) ? `${all} ${typed}` : all), text)

interface Match {
  readonly score: number
  /** Whether letters of the query are apart in it: it counts only where nothing contains the query. */
  readonly isApart: boolean
}

/** Most names have none: they count where they are, and are no reason to pass over a name. */
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])

/**
 * How well a name with its search terms matches: every word of the query must be in it, or else all its letters in order. Null if it is not; a higher
 * score is better.
 */
export const matchOf = (query: string, name: string, terms: readonly string[] = []): Match | null =>
  matchIn(query, searchable(name, terms))

/** In lower case. */
interface Searchable {
  readonly title: string
  /** With its search terms. */
  readonly text: string
}

function searchable(name: string, terms: readonly string[]): Searchable {
  const title = name.toLowerCase()
  return { title, text: withAliases([title, ...terms.map((term) => term.toLowerCase())].join(' ')) }
}

/** Commands stay the same from letter to letter. */
const ofCommands = new WeakMap<Command, Searchable>()
function searchableOf(command: Command): Searchable {
  const known = ofCommands.get(command) ?? searchable(command.title, command.aliases ?? [])
  ofCommands.set(command, known)
  return known
}

function matchIn(query: string, { title, text }: Searchable): Match | null {
  let score = 0
  let isApart = false
  for (const label of query.toLowerCase().split(/\s+/)) {
    if (label === '') continue
    const own = contained(label, title)
    const found = own === null ? contained(label, text) : own + NAMED
    if (found === null && ARTICLES.has(label)) continue
    const apart = found === null ? scattered(label, title) : null
    if (found === null && apart === null) return null
    if (found === null) isApart = true
    score += found ?? apart ?? 0
  }
  return { score: score + phraseScore(query, text) - title.length * PASSED, isApart }
}

/** An exact match ranks above a text that merely contains all the words. */
function phraseScore(query: string, text: string): number {
  const phrase = query.trim().toLowerCase()
  if (phrase.length < 2) return 0
  const at = text.indexOf(phrase)
  if (at < 0 || !beginsWord(text, at)) return 0
  return (/\s/.test(phrase) ? PHRASE : 0) + (at === 0 ? OPENS : 0)
}

function contained(label: string, text: string): number | null {
  let inside: number | null = null
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    if (beginsWord(text, at)) return label.length * CONTAINS + BEGINS
    inside = label.length * CONTAINS
  }
  return inside
}

/** The best match of a word's letters in order, in one pass per position of its first letter. */
function scattered(label: string, text: string): number | null {
  let best: number | null = null
  for (let start = text.indexOf(label[0] ?? ''); start >= 0; start = text.indexOf(label[0] ?? '', start + 1)) {
    const score = lettersFrom(label, text, start)
    if (score === null) break
    if (best === null || score > best) best = score
  }
  return best
}

function lettersFrom(label: string, text: string, start: number): number | null {
  let score = 0
  let at = start - 1
  for (const letter of label) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return null
    score += beginsWord(text, next) ? BEGINS : next === at + 1 ? FOLLOWS : ANY
    at = next
  }
  return score
}

const beginsWord = (text: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/**
 * Maximum number listed per section, and of a query's sections behind the best: what is not among the first is found by another letter, and each row
 * takes time to show.
 */
const MAX = 10
const MAX_BEHIND = 5
/** The same for a query of one letter, which nearly everything contains. */
const MAX_OF_LETTER = 6
const MAX_BEHIND_OF_LETTER = 2

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
  const isTyped = query.trim() !== ''
  const matches = commands.flatMap((command, order) => {
    const match = matchIn(query, searchableOf(command))
    return match === null ? [] : [{ command, order, ...match }]
  })
  const foundBy = ({ section, search }: EntryProvider): Ranked => {
    const entries = search(query, MAX).slice(0, MAX)
    return {
      section,
      rows: entries.map((entry): FoundRow => ({ kind: 'entry', id: `${section}/${entry.id}`, entry })),
      best: Math.max(NOTHING, ...entries.map(({ title }) => matchOf(query, title)?.score ?? 0)),
    }
  }
  const others = providers.filter(({ first }) => first !== true).map(foundBy)
  // Letters apart say little: they count only where nothing else is found.
  const isContained = matches.some(({ isApart }) => !isApart) || others.some(({ rows }) => rows.length > 0)
  const found = matches
    .filter(({ isApart }) => !isTyped || !isApart || !isContained)
    .map((one) => ({ ...one, score: isTyped ? one.score : 0 }))
    .sort((a, b) => b.score - a.score || rank(a.command.id) - rank(b.command.id) || a.order - b.order)
    .slice(0, MAX)
  const own: Ranked = {
    section: 'Commands',
    rows: found.map(({ command }): FoundRow => ({ kind: 'command', id: command.id, command })),
    best: found[0]?.score ?? NOTHING,
  }
  const sections: Ranked[] = [
    ...providers.filter(({ first }) => first === true).map(foundBy),
    ...(isTyped
      ? shortened(
          [own, ...others].toSorted((a, b) => b.best - a.best),
          query,
        )
      : [own, ...others]),
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

function shortened(sections: readonly Ranked[], query: string): readonly Ranked[] {
  const isLetter = query.trim().length === 1
  const most = (at: number): number => {
    if (at === 0) return isLetter ? MAX_OF_LETTER : MAX
    return isLetter ? MAX_BEHIND_OF_LETTER : MAX_BEHIND
  }
  return sections.map(({ rows, ...section }, at) => ({ ...section, rows: rows.slice(0, most(at)) }))
}

interface Ranked extends Found {
  /** The score of its best row. */
  readonly best: number
}
const NOTHING = Number.NEGATIVE_INFINITY

/** Commands of one scope, those with a key first. */
interface SheetGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}

const HEADINGS = { app: 'Everywhere', window: 'This window', market: 'Market' } as const
const ORDER: readonly CommandScope[] = ['app', 'window', 'market']

const headingOf = (scope: CommandScope): string =>
  scope in HEADINGS ? HEADINGS[scope as keyof typeof HEADINGS] : `In the ${scope.slice('panel/'.length)} panel`

/** The sheet's groups for a query; without one, those of commands that have a key. */
export function groupsFor(commands: readonly Command[], query: string): readonly SheetGroup[] {
  const found = commands.filter((command) =>
    query.trim() === '' ? hasKey(command) : matchOf(query, command.title, command.aliases) !== null,
  )
  const scopes = [...new Set<CommandScope>([...ORDER, ...found.map(({ scope }) => scope)])]
  return scopes.flatMap((scope) => {
    const own = found.filter((command) => command.scope === scope)
    const [keyed, others] = [own.filter(hasKey), own.filter((command) => !hasKey(command))]
    return own.length === 0 ? [] : [{ heading: headingOf(scope), commands: [...keyed, ...others] }]
  })
}

const hasKey = ({ keys }: Command): boolean => keys !== undefined && keys.length > 0

/** The sheet's other keys for a query; all of them without one. */
export const keyGroupsFor = (groups: readonly KeyGroup[], query: string): readonly KeyGroup[] =>
  groups
    .map(({ heading, keys }) => ({
      heading,
      keys: keys.filter(({ does }) => matchOf(query, `${does} ${heading}`) !== null),
    }))
    .filter(({ keys }) => keys.length > 0)

const CODES: Readonly<Record<string, string>> = { ' ': 'Space', '/': 'Slash' }

const NOT_PRINTED: ReadonlyMap<string, string> = new Map()

/** Labels of its keys. */
export const keyLabels = ({ keys, mod, alt, shift }: HandledKey, isMac: boolean): readonly string[] =>
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
