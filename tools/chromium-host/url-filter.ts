/** Match patterns of `webRequest` filters: `<scheme>://<host>/<path>`, with `*` for any part, in the syntax of Chromium extensions. */
import type * as Electron from 'electron'

/**
 * Whether a request matches a filter.
 * @throws Error for an invalid pattern.
 */
export function urlFilter({ urls, excludeUrls = [] }: Electron.WebRequestFilter): (url: string) => boolean {
  const [wanted, unwanted] = [urls, excludeUrls].map((patterns) => patterns.map(patternOf)) as [RegExp[], RegExp[]]
  return (url) =>
    (wanted.length === 0 || wanted.some((pattern) => pattern.test(url))) && !unwanted.some((one) => one.test(url))
}

function patternOf(text: string): RegExp {
  if (text === '<all_urls>') return /^/
  const parts = /^(\*|[a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)$/i.exec(text)
  if (parts === null) throw new Error(`Invalid url pattern ${text}`)
  const [, scheme = '', host = '', path = ''] = parts
  const ofScheme = scheme === '*' ? '(?:https?|wss?)' : literal(scheme)
  const ofHost =
    host === '*' ? '[^/]*' : host.startsWith('*.') ? `(?:[^/]*\\.)?${literal(host.slice(2))}` : literal(host)
  // A pattern without a port matches any port.
  const port = /:\d+$/.test(host) || host === '*' ? '' : '(?::\\d+)?'
  return new RegExp(`^${ofScheme}://${ofHost}${port}${path.split('*').map(literal).join('.*')}$`, 'i')
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
