/** What tests of redaction ask of a pattern, so that it is linear in its input. */

/** A repetition without an upper bound. */
export const UNBOUNDED = /[*+]|\{\d+,\}/

/** A pattern without its last repetition: that one takes all it can, and nothing after it fails. Classes and escapes are one `x`. */
export const beforeItsEnd = (source: string): string =>
  source
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\)+$/, '')
    .slice(0, -1)
