/** The markets that a panel can show, as a list to choose from: first the following ones, then family by family. Pure. */
import type { Instrument, MarketsView } from '../../contract/instrument.ts'
import { ACTIVE, type Family, LIVE, type MarketRef, type RefText, refText } from '../../contract/market-ref.ts'
import { sectionOf } from '../markets/family/index.ts'

export interface MarketEntry {
  readonly key: RefText
  readonly ref: MarketRef
  readonly title: string
  /** Its distinction besides the title: its phase, what it follows. */
  readonly note: string | null
}

export interface MarketSection {
  readonly title: string
  readonly entries: readonly MarketEntry[]
}

/** Maximum number shown; typing narrows them down. */
const MAX_ENTRIES = 100

const FOLLOWING: readonly (MarketEntry & { readonly family: Family })[] = [
  { family: 'scalar', ref: LIVE, key: refText(LIVE), title: 'Live scalar', note: 'whichever bucket is live' },
  { family: 'binary', ref: ACTIVE, key: refText(ACTIVE), title: 'Active binary', note: 'whichever is active' },
]

/** Tradable ones first, then upcoming ones, then those that are over. */
const RANK: Readonly<Record<Instrument['phase']['state'], number>> = {
  open: 0,
  final: 0,
  paused: 1,
  unknown: 1,
  waiting: 1,
  settling: 2,
  over: 3,
}

/** Every typed word appears somewhere in the market's name, its question, station or asset. */
function fits(terms: readonly string[], ...texts: readonly (string | null)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase()
  return terms.every((label) => text.includes(label))
}

/** How well typed words fit a market, the best first: a word of its name, the start of one, a part of one, its question, or only its id. */
function fitOf(terms: readonly string[], one: Instrument): number {
  const title = one.title.toLocaleLowerCase()
  const words = title.split(/[^\p{L}\p{N}.]+/u)
  const about = [one.subtitle, sectionOf(one)].join(' ').toLocaleLowerCase()
  return terms.reduce((sum, term) => {
    if (words.includes(term)) return sum
    if (words.some((word) => word.startsWith(term))) return sum + 1
    if (title.includes(term)) return sum + 2
    return sum + (about.includes(term) ? 3 : 4)
  }, 0)
}

/**
 * The markets of some families that match the typed text. Ended ones are only included in a search. The best match comes first, and among equals
 * those that trade.
 * @returns the sections, and how many matching markets are not among them
 */
export function marketSections(
  markets: MarketsView | undefined,
  families: readonly Family[],
  typed: string,
): { readonly sections: readonly MarketSection[]; readonly more: number } {
  const terms = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((text) => text !== '')
  const instruments = (markets?.instruments ?? []).filter(
    (one) =>
      families.includes(one.family) &&
      (terms.length > 0 || one.phase.state !== 'over') &&
      fits(terms, one.title, one.subtitle, one.asset, one.key, sectionOf(one)),
  )
  const ordered = instruments
    .map((one) => ({ one, fit: fitOf(terms, one) }))
    .toSorted((a, b) => a.fit - b.fit || RANK[a.one.phase.state] - RANK[b.one.phase.state])
    .map(({ one }) => one)
  const following = FOLLOWING.filter(
    ({ family, title, key }) => families.includes(family) && isOffered(markets, family) && fits(terms, title, key),
  )
  const drawn = ordered.slice(0, MAX_ENTRIES)
  const sections = new Map<string, MarketEntry[]>()
  for (const one of drawn) {
    const section = sectionOf(one)
    const entry = { key: one.key, ref: one.ref, title: one.title, note: one.phase.text }
    sections.set(section, [...(sections.get(section) ?? []), entry])
  }
  return {
    sections: [
      ...(following.length === 0 ? [] : [{ title: 'Auto-roll', entries: following }]),
      ...[...sections].map(([title, entries]) => ({ title, entries })),
    ],
    more: ordered.length - drawn.length,
  }
}

/** A family whose markets are not known yet is offered: its following entry waits for it. */
const isOffered = (markets: MarketsView | undefined, family: Family): boolean =>
  markets === undefined || markets.waiting.includes(family) || markets.instruments.some((one) => one.family === family)
