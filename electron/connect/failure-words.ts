/** Why a service could not be looked at, as a sentence that says what to do. Pure. */
import { ServiceError } from '../service/index.ts'

/** The longest words of a service that are shown, characters. */
const LONGEST_WORDS = 240

/** Words of a service on one line: no control characters, and no more of them than there is room for. */
export function lineOf(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length <= LONGEST_WORDS ? line : `${line.slice(0, LONGEST_WORDS - 1)}…`
}

const CERTIFICATES: readonly (readonly [code: RegExp, why: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'it has run out'],
  [/^CERT_NOT_YET_VALID$/, 'it is not valid yet: look at the clock of this computer'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'it is for another host'],
  [/SELF_SIGNED_CERT/, 'nobody that this computer trusts has signed it'],
  [/^UNABLE_TO_/, 'who signed it is not known to this computer'],
  [/^CERT_/, 'it is not valid'],
]

/** Failures in which the other end speaks, but not TLS. */
const NO_TLS = /^(EPROTO|ERR_SSL_\w+|HPE_\w+)$/

/**
 * @param url that was asked.
 * @param location where a redirect led, as the service wrote it; null for none.
 */
export function failureWords(error: unknown, url: URL, location: string | null): string {
  const { host, hostname, pathname } = url
  if (!(error instanceof ServiceError)) return `${host} could not be asked: ${lineOf(String(error))}`
  const { kind, code, status, message } = error
  switch (kind) {
    case 'unreachable':
    case 'no_answer': {
      const certificate = CERTIFICATES.find(([known]) => known.test(code))
      if (certificate !== undefined)
        return `The certificate of ${host} is not trusted: ${certificate[1]} (${code}). Nothing was sent to it.`
      if (NO_TLS.test(code)) return `${host} does not speak https there (${code}). Check the address and its port.`
      if (/^(ENOTFOUND|EAI_\w+)$/.test(code))
        return `No host called ${hostname} was found (${code}). Check how it is written, and that this computer is online.`
      if (code === 'ECONNREFUSED') return `Nothing answers at ${host}: the connection was refused. Check the address.`
      return `${message} Check the address, and that this computer is online.`
    }
    case 'unreadable':
      return `${host} answers, but not as a service that Isotherm knows. ${lineOf(message)}`
    case 'problem':
      if (status !== null && status >= 300 && status < 400) return redirectWords(url, status, location)
      if (status === 404) {
        const path = pathname === '/' ? '' : ` Try it without ${lineOf(pathname)}.`
        return `${host} answers, but is no service that Isotherm knows: it has no /v1/runtime-config (404).${path}`
      }
      return `${host} answers with an error (${status}): ${lineOf(message)}`
    default:
      return lineOf(message)
  }
}

function redirectWords(url: URL, status: number, location: string | null): string {
  const goal = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href) : null
  const where = goal === null ? '' : ` to ${goal.host === url.host ? `${goal.protocol}//${goal.host}` : goal.host}`
  return `${url.host} sends whoever asks on${where} (${status}), which is not followed. If you trust that address, type it here.`
}
