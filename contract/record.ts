/** First questions to data that may be anything. Pure. */

/** An object by its fields, and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first text that is in the list twice; null where there is none. Each is read once. */
export function firstTwice(list: Iterable<string>): string | null {
  const seen = new Set<string>()
  for (const text of list) {
    if (seen.has(text)) return text
    seen.add(text)
  }
  return null
}
