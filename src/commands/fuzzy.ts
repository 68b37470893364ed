/** How well a name answers what was typed. Pure. */

/** Points for a letter that begins a word, one that follows its neighbor, and any other. */
const BEGINS = 8
const FOLLOWS = 5
const ANY = 1
/** What a letter that is passed over takes. */
const PASSED = 0.02
/** Points for several words that stand side by side as they were typed, and for a text that begins with what was typed. */
const PHRASE = 12
const OPENS = 12

/**
 * How well a text answers a query: every word of the query must be found in it, letter by letter in order, though not side by side. Null when one
 * is not; more is better.
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

/** What is called just as it was typed answers better than what merely has all the words somewhere. */
function phraseScore(query: string, text: string): number {
  const phrase = query.trim().toLowerCase()
  if (phrase.length < 2) return 0
  const at = text.indexOf(phrase)
  if (at < 0 || !beginsWord(text, at)) return 0
  return (/\s/.test(phrase) ? PHRASE : 0) + (at === 0 ? OPENS : 0)
}

/** The best way to find the letters of a word in a text, in one pass per place of its first letter. */
function wordScore(word: string, text: string): number | null {
  const whole = text.indexOf(word)
  // A word that stands there as it was typed beats every scattered one.
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
