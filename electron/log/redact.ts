/** Takes secrets out of text: the last step before any log line, dialog or clipboard. */

const MASK = '[secret]'

/** Shorter texts are not looked for word by word: they would take harmless text with them. */
const SHORTEST = 8

/** What a live secret shows of itself to this file. */
interface Watched {
  reveal(): string
}

const live = new Set<WeakRef<Watched>>()
const gone = new FinalizationRegistry<WeakRef<Watched>>((ref) => live.delete(ref))

/** Looks for the secret's text in everything that is redacted, for as long as the secret is alive. */
export function watchSecret(secret: Watched): void {
  const ref = new WeakRef(secret)
  live.add(ref)
  gone.register(secret, ref)
}

/** A word of prose, as in "a bearer token.": what a service says of its tokens is to be read. */
const WORD = /^(?:[A-Z]?[a-z]{1,15}|[A-Z]{2,5})(?:-[a-z]{1,15})*[.:!?)]*$/

const PATTERNS: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  /** `Authorization: Bearer …`, with the scheme in any case: whatever stands there is one. */
  [
    /\b(authorization\W{1,8}bearer)(\s+|%20|\+)(?!\[secret\])[^\s"'`,;\\<>]+/gi,
    (_, scheme, gap) => `${scheme}${gap}${MASK}`,
  ],
  /** `Bearer …` elsewhere, unless a plain word follows. */
  [
    /\b(bearer)(\s+|%20|\+)(?!\[secret\])([^\s"'`,;\\<>]+)/gi,
    (match, scheme, gap, value = '') => (WORD.test(value) ? match : `${scheme}${gap}${MASK}`),
  ],
  /** `?token=…` and its kin, in URLs and form bodies. */
  [/\b((?:access[_-]?|id[_-]?|refresh[_-]?)?token=)(?!\[secret\])[^&\s"'`,;\\<>#]+/gi, (_, name) => `${name}${MASK}`],
  /** Three base64url parts, the first of which opens a JSON object. */
  [/\beyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g, () => MASK],
  /** A private key: exactly 32 bytes of hex. Hashes look the same and go with it. */
  [/(?<![0-9a-fA-F])(?:0[xX])?[0-9a-fA-F]{64}(?![0-9a-fA-F])/g, () => MASK],
]

/**
 * The text without anything that is or looks like a secret: live `Secret`s, JWTs, 32-byte hex, `token=` values, bearer headers.
 * Redacting twice changes nothing more.
 */
export function redact(text: string): string {
  let clean = text
  for (const ref of live) {
    const secret = ref.deref()?.reveal()
    if (secret === undefined || secret.length < SHORTEST) continue
    for (const form of formsOf(secret)) if (clean.includes(form)) clean = clean.replaceAll(form, MASK)
  }
  for (const [pattern, mask] of PATTERNS) clean = clean.replace(pattern, mask)
  return clean
}

/** The spellings in which a secret turns up: as it is, inside a URL, inside JSON, and hex without its prefix. */
function formsOf(secret: string): Set<string> {
  const forms = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  if (/^0x[0-9a-fA-F]{16,}$/.test(secret)) forms.add(secret.slice(2))
  return forms
}
