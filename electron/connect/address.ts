/** An address as a person types it, and what is odd about the host that it leads to. Pure. */
import { isIP } from 'node:net'
import type { ProfileChoice } from '../../contract/session.ts'
import { CallError } from '../errors/index.ts'
import { isLoopback } from '../service/index.ts'

const bad = (message: string): CallError => new CallError('bad_address', message, 'address')

/**
 * Where a typed address leads. Without `https://` it is taken as that, on this computer as `http://`.
 * @throws CallError about `address`, with what to do.
 */
export function readAddress(typed: string): URL {
  const text = typed.trim()
  if (text === '') throw bad('Type the address of the service, such as https://api.example.com.')
  if (/\s/.test(text)) throw bad('An address has no spaces or line breaks in it.')
  const url = parsed(text)
  if (url === null || url.hostname === '') throw bad('This is no address: type one such as https://api.example.com.')
  const { protocol, hostname, host, username, password } = url
  if (protocol === 'ws:' || protocol === 'wss:') {
    throw bad('Type the address that begins with https://: the WebSocket is found from there.')
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw bad('An address begins with https://.')
  if (username !== '' || password !== '' || text.includes('@')) {
    throw bad(`Leave out what stands before the @: this address leads to ${host}, whatever stands before it.`)
  }
  if (/[?#]/.test(text)) throw bad('End the address before any ? or #: paths of the service are put behind it.')
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw bad(
      'Begin with https://. Over http:// anybody on the way could change what is sent; only this computer may do without.',
    )
  }
  return url
}

function parsed(text: string): URL | null {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`
  return URL.canParse(whole) ? new URL(whole) : null
}

const schemeFor = (text: string): 'http' | 'https' =>
  URL.canParse(`https://${text}`) && isLoopback(new URL(`https://${text}`).hostname) ? 'http' : 'https'

/** The address as a profile keeps it: resolved, without a slash at its end. */
export const baseUrlOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`.replace(/\/+$/, '')

/** The name that a service goes by unless it is given another: its host, as far as a name may be that. */
export const nameOf = ({ host }: URL): string =>
  host
    .replace(/[^\w.-]+/g, '-')
    .replace(/^\W+/, '')
    .slice(0, 40)

/** What a trader should look at twice, a sentence each; none for an ordinary address. */
export function oddAbout(url: URL, known: readonly Pick<ProfileChoice, 'name' | 'baseUrl'>[]): readonly string[] {
  const { hostname, port, protocol, origin, pathname } = url
  const here = isLoopback(hostname)
  const odd: string[] = []
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    odd.push('Its name has letters beyond a to z, some of which look the same: it is shown as it is resolved, xn--….')
  }
  if (!here && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    odd.push('It is a number and no name: nothing in it says whose service this is.')
  }
  if (!here && port !== '') odd.push(`It is at port ${port}, and not at the usual 443.`)
  if (here) odd.push('It runs on this computer.')
  if (protocol === 'http:') odd.push('The connection is not encrypted, which only a service on this computer may do.')
  if (pathname !== '/') odd.push(`All of it is asked for under ${pathname.replace(/\/+$/, '').slice(0, 100)}.`)
  for (const { name, baseUrl } of known) {
    if (baseUrl !== null && new URL(baseUrl).origin === origin) odd.push(`${name} is at this host already.`)
  }
  return odd
}
