/** Which parts of a name tell it from others of its kind. Pure. */

/** Up to here a name is short enough to stand as it is, characters. */
const SHORT = 16
/** A word such as `Yes` after a comma, characters. */
const WORD = 3

/**
 * A long name as its beginning, which names of a kind share, and the rest: what stands after a comma where that is more than a word
 * such as `Yes`, otherwise from the word before the first number on. The two together are the name.
 */
export function telling(name: string): readonly [start: string, rest: string] {
  if (name.length <= SHORT) return ['', name]
  const comma = commaIn(name)
  if (comma > 0 && name.length - comma - 2 > WORD) return [name.slice(0, comma + 2), name.slice(comma + 2)]
  const number = name.search(/\d/)
  const before = name.lastIndexOf(' ', number - 2) + 1
  return number < 0 || before <= 3 ? ['', name] : [name.slice(0, before), name.slice(before)]
}

/** A name up to the word that it ends with after a comma, and that word: two sides of a market differ by nothing else. Together the name. */
export function sided(name: string): readonly [market: string, side: string] {
  const comma = commaIn(name)
  return comma > 0 && name.length - comma - 2 <= WORD ? [name.slice(0, comma + 1), name.slice(comma + 1)] : [name, '']
}

const commaIn = (name: string): number => name.lastIndexOf(', ')
