/** Which word of the trade stands at a place of the page: the label itself, or the one that names the field, the figure or the cell there. */
import { GLOSSARY, type Term } from '../../contract/glossary.ts'

// Finds what the glossary says of a word as it stands on the screen.

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

/** What is said, and the element that it is said of. */
export interface TermAt {
  readonly term: Pick<Term, 'name' | 'words'>
  readonly at: Element
}

/** Elements that name something: these explain themselves when a pointer rests on them. */
const LABELS = 'dt, th, label, legend, [data-term]'
/** From the inside out, so far from what is pointed at. */
const FURTHEST = 5
/** Longer than any name: the text of something that has names in it. */
const LONGEST_NAME = 48

/** The label right at an element; null where none is, or where a hint of its own is shown already. */
export function labelAt(element: Element): TermAt | null {
  const label = element.closest(LABELS)
  if (label === null || element.closest('[title]') !== null) return null
  return named(label)
}

/** What `F1` explains: the nearest thing that has a word for it. */
export function termAt(element: Element): TermAt | null {
  let at: Element | null = element
  for (let step = 0; step < FURTHEST && at !== null; step += 1) {
    const found = hinted(at) ?? named(at) ?? namedElsewhere(at)
    if (found !== null) return found
    at = at.parentElement
  }
  return null
}

/** A figure or a column that explains itself, better than a word of the glossary could: by what it says of itself here. */
function hinted(element: Element): TermAt | null {
  const words = element.getAttribute('title') ?? ''
  if (words === '') return null
  const label = element.querySelector('dt, [data-fit]') ?? element
  const name = label.textContent?.trim() ?? ''
  return name === '' || name.length > LONGEST_NAME ? null : { term: { name, words }, at: element }
}

/** By its own text or its accessible name. */
function named(element: Element): TermAt | null {
  const says = [
    (element as HTMLElement).dataset?.term,
    element.getAttribute('aria-label'),
    // Of anything larger the text is not read: it would be that of a whole panel.
    element.childElementCount < 4 ? element.textContent : null,
  ]
  for (const text of says) {
    const term = text == null ? null : termOf(text)
    if (term !== null) return { term, at: element }
  }
  return null
}

/** By the label of a field, the name of a figure, the head of a column, or the title of a panel. */
function namedElsewhere(element: Element): TermAt | null {
  const label = nameOf(element)
  const found = label === null ? null : named(label)
  return found === null ? null : { ...found, at: element }
}

function nameOf(element: Element): Element | null {
  if (element instanceof HTMLInputElement) return element.labels?.[0] ?? null
  if (element.matches('dd')) return element.previousElementSibling
  const column = element.closest('td, [role="gridcell"]')?.getAttribute('aria-colindex') ?? null
  if (column === null) return null
  return element.closest('table, [role="grid"]')?.querySelector(`th[aria-colindex="${column}"] [data-fit]`) ?? null
}
