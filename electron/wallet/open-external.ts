/** The only way to open anything in the trader's own browser. */

/** A URL that is not opened. */
class RefusedUrl extends Error {
  override readonly name = 'RefusedUrl'
}

/**
 * The URL if it may be opened: https on a listed host, or exactly the loopback page that main currently serves.
 * @throws RefusedUrl for everything else. Pure.
 */
function externalUrl(
  text: string,
  allowed: { readonly hosts: readonly string[]; readonly loopback: string | null },
): string {
  if (!URL.canParse(text)) throw new RefusedUrl('This address cannot be opened.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw new RefusedUrl('Addresses with a user name cannot be opened.')
  if (allowed.loopback !== null && url.href === new URL(allowed.loopback).href) return url.href
  if (url.protocol === 'https:' && url.port === '' && allowed.hosts.includes(url.hostname)) return url.href
  throw new RefusedUrl(`Isotherm does not open ${url.protocol}//${url.host}.`)
}

interface OpenExternalOptions {
  /** Electron's `shell.openExternal`. */
  readonly open: (url: string) => Promise<void>
  /** Without a display the address is printed for the trader to open. */
  readonly display: boolean
  readonly print: (line: string) => void
  /** Hosts that may be opened over https. */
  readonly hosts: readonly string[]
}

/** Opens an allowed URL. `loopback` is the page that main currently serves, if any. */
export type OpenExternal = (url: string, loopback?: string) => Promise<void>

/** @throws (from the result) RefusedUrl, or the system's error when no browser can be started. */
export function createOpenExternal({ open, display, print, hosts }: OpenExternalOptions): OpenExternal {
  return async (text, loopback) => {
    const url = externalUrl(text, { hosts, loopback: loopback ?? null })
    if (display) await open(url)
    else print(`open this in your browser: ${url}`)
  }
}
