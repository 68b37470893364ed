/** Takes secrets out of text: the last step before any log line, dialog or clipboard. */

const MASK = '[secret]'

/** Shorter texts are not searched for literally: that would redact harmless text. */
const SHORTEST = 8

/** The part of a live secret that this file sees. */
interface Watched {
  reveal(): string
}

const live = new Set<WeakRef<Watched>>()
const gone = new FinalizationRegistry<WeakRef<Watched>>((ref) => live.delete(ref))

/** Redacts the secret's text everywhere for as long as the secret is alive. */
export function watchSecret(secret: Watched): void {
  const ref = new WeakRef(secret)
  live.add(ref)
  gone.register(secret, ref)
}

/**
 * Patterns of likely secrets. Each is linear in its input: a repetition without an upper bound comes last in its pattern, so that nothing after it
 * can fail and cause a retry from the next character.
 */
export const PATTERNS: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  /** `Authorization: Bearer …`, with the scheme in any case: any value there is a secret. */
  [
    /(?<![a-z])(authorization\W{1,8}bearer)(\s{1,20}|%20|\+)(?!\[secret\])[^\s"'`,;\\<>]+/gi,
    (_, scheme, gap) => `${scheme}${gap}${MASK}`,
  ],
  /** `Bearer …` elsewhere, unless a plain word follows. */
  [
    /(?<![a-z])(bearer)(\s{1,20}|%20|\+)(?!\[secret\])([^\s"'`,;\\<>]+)/gi,
    (match, scheme, gap, value = '') => (isWord(value) ? match : `${scheme}${gap}${MASK}`),
  ],
  /** `?token=…` and similar, in URLs and form bodies. */
  [
    /(?<![a-z])((?:(?:access|id|refresh|auth|session)[_-]?)?token=|session(?:[_-]?id)?=)(?!\[secret\])[^&\s"'`,;\\<>#]+/gi,
    (_, name) => `${name}${MASK}`,
  ],
  /** `"access_token":"…"`, `x-api-key: …`, `password=…`: names that only secrets have, in JSON, headers and settings. */
  [
    /(?<![a-z])((?:(?:access|id|refresh|auth|session)[_-]?token|(?:x[_-])?api[_-]?key|private[_-]?key|client[_-]?secret|password|mnemonic)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)(?!\[secret\])[^\s"'`,;\\<>&{}[\]]+/gi,
    (_, name) => `${name}${MASK}`,
  ],
  /** Parts of text that may contain a JSON web token. */
  [/[\w.-]+/g, withoutTokens],
  /** A private key: exactly 32 bytes of hex, or of base64. Hashes look the same and are redacted too. */
  [/(?<![0-9a-fA-F])(?:0[xX])?[0-9a-fA-F]{64}(?![0-9a-fA-F])/g, () => MASK],
  [/(?<![\w+/])[\w+/-]{43}=(?![\w+/=-])/g, () => MASK],
]

/** The beginning of a JSON object in base64url, with or without space after its brace. */
const TOKEN_HEAD = /(?<![A-Za-z])e(?:y[A-DI-L]|w[k-r0-3])/

/** A run of base64url and dots without its JSON web tokens: two or three parts, the first of which opens a JSON object. */
function withoutTokens(run: string): string {
  if (!TOKEN_HEAD.test(run)) return run
  const parts = run.split('.')
  const clean: string[] = []
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as string
    const at = part.search(TOKEN_HEAD)
    const isToken = at >= 0 && part.length - at >= 7 && (parts[i + 1]?.length ?? 0) >= 4
    clean.push(isToken ? `${part.slice(0, at)}${MASK}` : part)
    // The signature may be missing.
    if (isToken) i += 2
  }
  return clean.join('.')
}

/** A plain word, as in "a bearer token.": a service's message about its tokens must stay readable. */
const isWord = (value: string): boolean =>
  value.length <= 64 && /^(?:[A-Z]?[a-z]{1,15}|[A-Z]{2,5})(?:-[a-z]{1,15})*[.:!?)]*$/.test(value)

/**
 * The text without anything that is or looks like a secret: live `Secret`s, JWTs, 32 bytes as hex or base64, `token=` values, bearer headers, values
 * of names that only secrets have. Idempotent.
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

/** The forms in which a secret appears: plain, in a URL, in JSON, and hex without its prefix. */
function formsOf(secret: string): Set<string> {
  const forms = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  if (/^0x[0-9a-fA-F]{16,}$/.test(secret)) forms.add(secret.slice(2))
  return forms
}
