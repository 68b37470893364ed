/** Basic checks of unknown data. Pure. */

/** Whether it is an object with fields, not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first text that occurs twice; null when there is none. Each item is read once. */
export function firstTwice(list: Iterable<string>): string | null {
  const seen = new Set<string>()
  for (const text of list) {
    if (seen.has(text)) return text
    seen.add(text)
  }
  return null
}
