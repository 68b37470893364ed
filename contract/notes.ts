/** The trader's notes on days, buckets, markets and trades, and the tags in them. Pure. */
import type { DayResult } from './books/index.ts'
import { type SafeBlock, safeBlock } from './safe-text.ts'
import type { Millis } from './time.ts'

/** Subjects of notes. */
export const NOTED_KINDS = ['day', 'bucket', 'market', 'trade', 'fill', 'settlement'] as const
export type NotedKind = (typeof NOTED_KINDS)[number]

/** The subject of a note as text: its kind and its id. */
export type NoteAbout = `${NotedKind}/${string}`

/** Longest note, in UTF-16 units. */
export const LONGEST_NOTE = 2000
/** Longest tag, its `#` apart. */
const LONGEST_TAG = 40

export interface Note {
  readonly about: NoteAbout
  /** Plain text, with tags such as `#late-exit`. Never empty. */
  readonly text: SafeBlock
  /** When it was written, by this machine's clock. */
  readonly at: Millis
}

/** Topic `notes`: notes of the signed-in trader, by subject. */
export interface NotesView {
  /** Their owner; null while nobody is signed in. */
  readonly account: string | null
  readonly notes: readonly Note[]
}

/** A tag, and the number of notes with it. */
export interface TagCount {
  readonly tag: string
  readonly count: number
}

/** A UTC day, given any time in it. */
export const aboutDay = (time: number): NoteAbout => `day/${new Date(time).toISOString().slice(0, 10)}`
/** A market in one bucket, by the bucket's start. */
export const aboutBucket = (start: number, asset: string): NoteAbout => `bucket/${start}/${asset}`
/** A trade, by its stable id. */
export const aboutTrade = (id: string): NoteAbout => `trade/${id}`
/** A fill, by the id of its row. */
export const aboutFill = (id: string): NoteAbout => `fill/${id}`
/** A closed position, by the id of its row. */
export const aboutSettlement = (id: string): NoteAbout => `settlement/${id}`
export const aboutMarket = (asset: string): NoteAbout => `market/${asset}`

const ABOUT = new RegExp(`^(?:${NOTED_KINDS.join('|')})/\\S{1,400}$`)
export const isNoteAbout = (text: string): text is NoteAbout => ABOUT.test(text)

/** Cleans typed text for storing. The result may be longer than a note, which is then refused. */
export const noteText = (typed: string): SafeBlock => safeBlock(typed, 2 * LONGEST_NOTE)

const TAG = /(?<![\p{L}\p{N}_#&/])#([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu

/** The normalized form of a tag: `#Late-Exit` is `late-exit`. */
const normalised = (tag: string): string =>
  tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-_]+$/, '')
    .slice(0, LONGEST_TAG)

/** The tags in a text, each once, in order of appearance. */
export const tagsOf = (text: string): readonly string[] => [
  ...new Set(
    [...text.normalize('NFKC').matchAll(TAG)].map(([, tag]) => normalised(tag ?? '')).filter((tag) => tag !== ''),
  ),
]

/** Every tag in use, the most frequent first. */
export function tagCounts(notes: readonly Pick<Note, 'text'>[]): readonly TagCount[] {
  const counts = new Map<string, number>()
  for (const { text } of notes) for (const tag of tagsOf(text)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
}

/** The tag being typed at the caret; null when there is none. */
export interface TypedTag {
  /** Position of its `#`. */
  readonly from: number
  readonly typed: string
}

export function typedTag(text: string, caret: number): TypedTag | null {
  const before = /(?<![\p{L}\p{N}_#&/])#([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret))
  return before === null ? null : { from: before.index, typed: before[1] ?? '' }
}

/** Tags that complete a typed prefix, the most frequent first; excludes an exact match. */
export const suggestedTags = (typed: string, tags: readonly TagCount[], most = 6): readonly string[] =>
  tags
    .map(({ tag }) => tag)
    .filter((tag) => tag.startsWith(typed.normalize('NFKC').toLowerCase()) && tag !== typed.toLowerCase())
    .slice(0, most)

/** The text with the typed prefix replaced by a tag, and the new caret position. */
export function withTag(text: string, caret: number, tag: string): { readonly text: string; readonly caret: number } {
  const from = typedTag(text, caret)?.from ?? caret
  const rest = text.slice(caret)
  const put = `#${tag}${rest.startsWith(' ') ? '' : ' '}`
  return { text: `${text.slice(0, from)}${put}${rest}`, caret: from + put.length + (rest.startsWith(' ') ? 1 : 0) }
}

/** The subjects of a daily result of a market that may have notes. */
export const notedOf = ({ day, bucket, asset }: Pick<DayResult, 'day' | 'bucket' | 'asset'>): readonly NoteAbout[] => [
  aboutDay(day),
  aboutBucket(bucket ?? day, asset),
  aboutMarket(asset),
]

/** Results whose day, bucket or market has a note with the tag. */
export function taggedResults<Result extends Pick<DayResult, 'day' | 'bucket' | 'asset'>>(
  results: readonly Result[],
  notes: readonly Note[],
  tag: string,
): readonly Result[] {
  const tagged = new Set(notes.filter(({ text }) => tagsOf(text).includes(tag)).map(({ about }) => about))
  return results.filter((result) => notedOf(result).some((about) => tagged.has(about)))
}
