/**
 * Takes out of a text that goes to strangers what is nobody's business: secrets as the log does, whole addresses, what stands in a URL behind its
 * host, mail addresses, words that may be a wallet's phrase, long unreadable values, and where the user's files are.
 */
import { redact } from '../log/index.ts'

const MASK = '[removed]'

/** Linear in their input, as those of the log are: every repetition has an upper bound, or ends its pattern. */
export const REPORT_PATTERNS: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  /** A URL says its host; user, path and query may each be a secret, as in a webhook's. */
  [
    /\b([a-z][a-z0-9+.-]{1,15}):\/\/(?:[^\s/@"'<>]{0,512}@)?(\[[^\]\s]{0,64}\]|[^\s/?#"'<>:,;)\]}\\]{1,255})(:\d{1,5})?([^\s"'<>\\]*)/gi,
    (_, scheme, host, port = '', rest) => `${scheme}://${host}${port}${rest === '' || rest === '/' ? '' : `/${MASK}`}`,
  ],
  [/[^\s@"'<>()[\],;:]{1,64}@[^\s@"'<>()[\],;:]{1,200}\.[a-z]{2,24}/gi, () => MASK],
  /** An address of a chain is known again by its ends. */
  [
    /(?<![0-9a-zA-Z])0x([0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-zA-Z])/g,
    (_, from, to) => `0x${from}…${to}`,
  ],
  /**
   * Twelve to twenty-four short words in a row, as a wallet's phrase is written: with spaces, commas, quotes or numbers between them. No sentence
   * of ours is like that.
   */
  [/(?<![a-z])(?:[a-z]{3,8}[\s,"'\d.)]{1,8}){11,23}[a-z]{3,8}(?![a-z])/gi, () => MASK],
  /** A key in groups of hex digits, or as a list of bytes. */
  [
    /(?<![0-9a-f])(?:(?:0x)?[0-9a-f]{2,16}[\s:,_-]{1,3}){3,40}[0-9a-f]{2,16}(?![0-9a-f])/gi,
    (match) => (match.replace(/0x|[^0-9a-f]/gi, '').length >= 64 ? MASK : match),
  ],
  [/(?<![\d.])(?:\d{1,3}[\s,]{1,3}){31}\d{1,3}(?![\d.])/g, () => MASK],
  /** What nobody reads: a run of 32 and more in which letters and digits are mixed. */
  [/[\w+/=-]+/g, (run) => (isUnreadable(run) ? MASK : run)],
]

const isUnreadable = (run: string): boolean =>
  run.length >= 32 &&
  /\d/.test(run) &&
  /[A-Za-z]/.test(run) &&
  !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(run)

/** Where the user's own files are: each becomes `~` wherever it stands, also with the slashes of JSON. */
export function redactReport(text: string, homes: readonly string[]): string {
  let clean = redact(text)
  for (const home of homes.filter((path) => path.length > 1).sort((a, b) => b.length - a.length)) {
    for (const form of [home, home.replaceAll('\\', '\\\\'), home.replaceAll('\\', '/')]) {
      clean = clean.replaceAll(form, '~')
    }
  }
  for (const [pattern, mask] of REPORT_PATTERNS) clean = clean.replace(pattern, mask)
  return clean
}
