/** Which part of a name tells it from others of its kind. Pure. */

/** Up to here a name is short enough to stand as it is, characters. */
const SHORT = 16

/**
 * A long name as its beginning, which names of a kind share, and the rest: what stands after a comma where that is more than a word
 * such as `Yes`, otherwise from the word before the first number on. The two together are the name.
 */
export function telling(name: string): readonly [start: string, rest: string] {
  if (name.length <= SHORT) return ['', name]
  const comma = name.lastIndexOf(', ') + 2
  if (comma > 1 && name.length - comma > 3) return [name.slice(0, comma), name.slice(comma)]
  const number = name.search(/\d/)
  const before = name.lastIndexOf(' ', number - 2) + 1
  return number < 0 || before <= 3 ? ['', name] : [name.slice(0, before), name.slice(before)]
}
