/** Finds what the glossary says of a word as it stands on the screen. Pure. */
import { GLOSSARY, type Term } from '../../contract/glossary.ts'

/** Nothing longer is a name of anything. */
const LONGEST = 48

/** Labels carry units and signs that are no part of the name: `Time left, UTC`, `Price (°F)`, `Stop…`. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(/,\s*(?:USDC|USDH|UTC|°F|°C|%|cents)$/, '')
    .replace(/[…:↑↓▲▼]+\s*$/u, '')
    .trim()
    .toLowerCase()

const known: ReadonlyMap<string, Term> = new Map(
  GLOSSARY.flatMap((term) => [term.name, ...(term.also ?? [])].map((name) => [plain(name), term] as const)),
)

/** Null for what is in no glossary, and for what is no name. */
export function termOf(text: string): Term | null {
  if (text.length > LONGEST) return null
  return known.get(plain(text)) ?? null
}

/** The terms that a search finds: by name first, then by what is said of them. Without a query, all. */
export function findTerms(query: string): readonly Term[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return GLOSSARY
  const rank = ({ name, also = [], words }: Term): number => {
    const names = [name, ...also].map((one) => one.toLowerCase())
    if (names.includes(wanted)) return 0
    if (names.some((one) => one.startsWith(wanted))) return 1
    if (names.some((one) => one.includes(wanted))) return 2
    return words.toLowerCase().includes(wanted) ? 3 : 4
  }
  return GLOSSARY.map((term, at) => ({ term, at, rank: rank(term) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ term }) => term)
}
