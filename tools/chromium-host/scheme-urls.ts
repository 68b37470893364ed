/**
 * Chromium loads no unknown scheme: `app://ui/path` is loaded as `http://ui.localhost/path`, a secure context without a server. The first registered
 * scheme uses `<host>.localhost`, each further one `<host>.<scheme>.localhost`.
 */
export class SchemeUrls {
  #schemes: readonly string[] = []

  /** @param schemes names without the colon, as registered. */
  register(schemes: readonly string[]): void {
    this.#schemes = schemes
  }

  isRegistered(scheme: string): boolean {
    return this.#schemes.includes(scheme)
  }

  /** Host name suffixes of the registered schemes in Chromium. */
  hostSuffixes(): readonly string[] {
    return this.#schemes.map((_scheme, index) => this.#suffix(index))
  }

  /** The URL for Chromium; a URL of another scheme is unchanged. */
  toBrowser(url: string): string {
    const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
    const scheme = parts?.[1]?.toLowerCase()
    const index = scheme === undefined ? -1 : this.#schemes.indexOf(scheme)
    if (parts === null || index === -1) return url
    const rest = parts[3] ?? ''
    return `http://${parts[2]?.toLowerCase()}${this.#suffix(index)}${rest.startsWith('/') ? '' : '/'}${rest}`
  }

  /** The URL as main knows it, or null when it belongs to no registered scheme. */
  ownUrl(url: string): string | null {
    if (!URL.canParse(url)) return null
    const { protocol, hostname, port, username, password } = new URL(url)
    if (protocol !== 'http:' || port !== '' || username !== '' || password !== '') return null
    // Longest suffix first, so that `a.other.localhost` is not taken for a host of the first scheme.
    for (let index = this.#schemes.length - 1; index >= 0; index -= 1) {
      const suffix = this.#suffix(index)
      if (!hostname.endsWith(suffix) || hostname.length === suffix.length) continue
      const host = hostname.slice(0, -suffix.length)
      const rest = url.slice(
        url.indexOf('/', 'http://'.length) === -1 ? url.length : url.indexOf('/', 'http://'.length),
      )
      return `${this.#schemes[index]}://${host}${rest}`
    }
    return null
  }

  /** The URL as main knows it; an external one is unchanged. */
  fromBrowser(url: string): string {
    return this.ownUrl(url) ?? url
  }

  /** The origin as main knows it, without a trailing slash; `null` for an opaque one. */
  originFromBrowser(url: string): string {
    const own = this.ownUrl(url)
    if (own !== null) return /^[^:]+:\/\/[^/?#]*/.exec(own)?.[0] ?? own
    return URL.canParse(url) ? new URL(url).origin : 'null'
  }

  #suffix(index: number): string {
    return index === 0 ? '.localhost' : `.${this.#schemes[index]}.localhost`
  }
}
