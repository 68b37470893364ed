/** Requirements of the redaction tests on a pattern, so that it is linear in its input. */

/** A repetition without an upper bound. */
export const UNBOUNDED = /[*+]|\{\d+,\}/

/** A pattern without its last repetition, which is greedy and followed by nothing that can fail. Classes and escapes are one `x`. */
export const beforeItsEnd = (source: string): string =>
  source
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\)+$/, '')
    .slice(0, -1)
