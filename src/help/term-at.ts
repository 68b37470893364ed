/** The trading term at a place of the page: the label itself, or the one that names the field, the figure or the cell there. */
import { GLOSSARY, type Term } from '../../contract/glossary.ts'

/** Longer texts are not names. */
const LONGEST = 48

/** Labels have units and signs that are not part of the name: `Time left, UTC`, `Price (°F)`, `Stop…`. */
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

/** Null for texts that are in no glossary, and for texts that are not names. */
export function termOf(text: string): Term | null {
  if (text.length > LONGEST) return null
  return known.get(plain(text)) ?? null
}

/** The terms that match a search: by name first, then by definition. Without a query, all. */
export function findTerms(query: string): readonly Term[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return GLOSSARY
  const rank = ({ name, also = [], text: message }: Term): number => {
    const names = [name, ...also].map((one) => one.toLowerCase())
    if (names.includes(wanted)) return 0
    if (names.some((one) => one.startsWith(wanted))) return 1
    if (names.some((one) => one.includes(wanted))) return 2
    return message.toLowerCase().includes(wanted) ? 3 : 4
  }
  return GLOSSARY.map((term, at) => ({ term, at, rank: rank(term) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ term }) => term)
}

/** An explanation, and the element that it explains. */
export interface TermAt {
  readonly term: Pick<Term, 'name' | 'text'>
  readonly at: Element
}

/** Naming elements: these show their explanation on hover. */
const LABELS = 'dt, th, label, legend, [data-term]'
/** Maximum number of ancestors checked from the hovered element. */
const FURTHEST = 5

/** The label exactly at an element; null where there is none, or where it already shows a hint of its own. */
export function labelAt(element: Element): TermAt | null {
  const label = element.closest(LABELS)
  if (label === null || element.closest('[title]') !== null) return null
  return named(label)
}

/** The subject of `F1`: the nearest element with a term. */
export function termAt(element: Element): TermAt | null {
  let at: Element | null = element
  for (let step = 0; step < FURTHEST && at !== null; step += 1) {
    const found = hinted(at) ?? named(at) ?? namedElsewhere(at)
    if (found !== null) return found
    at = at.parentElement
  }
  return null
}

/** A figure or a column with its own explanation, which is more specific than the glossary's. */
function hinted(element: Element): TermAt | null {
  const message = element.getAttribute('title') ?? ''
  if (message === '') return null
  const label = element.querySelector('dt, [data-fit]') ?? element
  const name = label.textContent?.trim() ?? ''
  return name === '' || name.length > LONGEST ? null : { term: { name, text: message }, at: element }
}

/** By its own text or its accessible name. */
function named(element: Element): TermAt | null {
  const texts = [
    (element as HTMLElement).dataset?.term,
    element.getAttribute('aria-label'),
    // The text of larger elements is not read: it would be that of a whole panel.
    element.childElementCount < 4 ? element.textContent : null,
  ]
  for (const text of texts) {
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
