/**
 * Takes out of a text that goes to strangers what is nobody's business: secrets as the log does, whole addresses, what stands in a URL behind its
 * host, mail addresses, words that may be a wallet's phrase, long unreadable values, and where the user's files are.
 */
import { redact } from '../log/index.ts'

const MASK = '[removed]'

const PATTERNS: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  /** A URL says its host; user, path and query may each be a secret, as in a webhook's. */
  [
    /\b([a-z][a-z0-9+.-]{1,15}):\/\/(?:[^\s/@"'<>]*@)?(\[[^\]\s]*\]|[^\s/?#"'<>:,;)\]}\\]+)(:\d{1,5})?([^\s"'<>\\]*)/gi,
    (_, scheme, host, port = '', rest) => `${scheme}://${host}${port}${rest === '' || rest === '/' ? '' : `/${MASK}`}`,
  ],
  [/[^\s@"'<>()[\],;:]{1,64}@[^\s@"'<>()[\],;:]{1,200}\.[a-z]{2,}/gi, () => MASK],
  /** An address of a chain is known again by its ends. */
  [
    /(?<![0-9a-zA-Z])0x([0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-zA-Z])/g,
    (_, from, to) => `0x${from}…${to}`,
  ],
  /** Twelve and more short words in a row, with nothing between them: a wallet's phrase is written so, and no sentence of ours. */
  [/(?<![a-z])(?:[a-z]{3,8}[\s,]+){11,}[a-z]{3,8}(?![a-z])/g, () => MASK],
  /** What nobody reads: a run of 32 and more in which letters and digits are mixed. */
  [
    /(?<![\w+/=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w+/=-]))[\w+/=-]{32,}/g,
    () => MASK,
  ],
]

/** Where the user's own files are: each becomes `~` wherever it stands, also with the slashes of JSON. */
export function redactReport(text: string, homes: readonly string[]): string {
  let clean = redact(text)
  for (const home of homes.filter((path) => path.length > 1).sort((a, b) => b.length - a.length)) {
    for (const form of [home, home.replaceAll('\\', '\\\\'), home.replaceAll('\\', '/')]) {
      clean = clean.replaceAll(form, '~')
    }
  }
  for (const [pattern, mask] of PATTERNS) clean = clean.replace(pattern, mask)
  return clean
}
