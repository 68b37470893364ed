/** The certificates that main trusts, and the proxy of the system. */
import type { Clock } from '../../contract/time.ts'

interface EnvironmentOptions {
  readonly environment: Record<string, string | undefined>
  readonly isPackaged: boolean
  readonly tell: (title: string, detail: string) => void
}

/** A variable of the environment that has Node take any certificate at all. */
const TAKES_ANY = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** Before the first connection: a packaged terminal checks certificates whatever the environment says. */
export function checkCertificates({ environment, isPackaged, tell }: EnvironmentOptions): void {
  if (!isPackaged || environment[TAKES_ANY] === undefined) return
  delete environment[TAKES_ANY]
  tell(
    'A setting that takes any certificate was not followed',
    `${TAKES_ANY} is set where Isotherm was started. Anybody on the way could read and change what is sent; the service's certificate is checked as always.`,
  )
}

interface CertificatesOptions {
  readonly read: (from: 'bundled' | 'system') => readonly string[]
  readonly trust: (certificates: string[]) => void
  readonly log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
}

/** Takes a tenth of a second. What cannot be read of the system's is said in the log, and those that come along are trusted as ever. */
export function trustCertificates({ read, trust, log }: CertificatesOptions): void {
  try {
    const system = read('system')
    trust([...new Set([...read('bundled'), ...system])])
    log.info({ count: system.length }, 'certificates of the system are trusted')
  } catch (error) {
    log.warn({ err: error }, 'the certificates of the system could not be read')
  }
}

/** A system that has not answered by then has none, ms: a script for it may have to be fetched first. */
const ANSWERS_WITHIN = 5000

interface SystemProxyOptions {
  /** As the system answers it, `PROXY host:port; DIRECT`. */
  readonly resolve: (url: string) => Promise<string>
  /** Has all of Node's requests go through the proxies from here on; gives back how to take that back. */
  readonly apply: (environment: Readonly<Record<string, string>>) => () => void
  readonly tell: (title: string, detail: string) => void
  readonly clock: Pick<Clock, 'after'>
}

/** Waits until requests to an address go the way that the system wants; null where there is nothing to wait for. */
export type ReachThrough = (baseUrl: string) => Promise<void> | null

/** What the first entry of the system's answer says. Pure. */
function proxyIn(answer: string): { readonly proxy: string } | { readonly unusable: string } | null {
  const [first = 'DIRECT'] = answer.split(';')
  const [kind = 'DIRECT', address = ''] = first.trim().split(/\s+/)
  if (kind === '' || kind.toUpperCase() === 'DIRECT') return null
  const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()]
  const url = `${scheme}://${address}`
  if (scheme === undefined || !/^[^\s/@]+:\d{1,5}$/.test(address) || !URL.canParse(url))
    return { unusable: first.trim() }
  return { proxy: url }
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'] as const

/** Whether it is this machine itself. Pure. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * The proxy that the system has for a deployment, for main's own HTTP and WebSockets, which know nothing of it by themselves. Never for loopback: the
 * practice venue and the wallet's page are this machine's own.
 */
export function createSystemProxy({ resolve, apply, tell, clock }: SystemProxyOptions): ReachThrough {
  /** By host; null goes directly. */
  const known = new Map<string, string | null>()
  let takeBack = (): void => undefined

  function applyKnown(): void {
    const proxies = [...known.values()].filter((proxy) => proxy !== null)
    const [proxy] = proxies
    takeBack()
    takeBack = () => undefined
    if (proxy === undefined) return
    const directly = [...known].flatMap(([host, of]) => (of === null ? [host] : []))
    takeBack = apply({ http_proxy: proxy, https_proxy: proxy, no_proxy: [...LOOPBACK, ...directly].join(',') })
  }

  async function learn(url: URL): Promise<void> {
    const { hostname } = url
    const answer = await within(clock, ANSWERS_WITHIN, () => resolve(url.href)).catch(() => 'DIRECT')
    const found = proxyIn(answer)
    if (found !== null && 'unusable' in found) {
      tell(
        `The system's proxy for ${hostname} cannot be used`,
        `${found.unusable.slice(0, 100)}: the terminal goes through HTTP and HTTPS proxies only, and connects to ${hostname} directly.`,
      )
    }
    const proxy = found !== null && 'proxy' in found ? found.proxy : null
    const other = [...known.values()].find((one) => one !== null)
    if (proxy !== null && other != null && other !== proxy) {
      tell(
        `${hostname} has another proxy than other deployments`,
        `One proxy at a time is used: ${other}. Where ${hostname} cannot be reached through it, run that deployment alone.`,
      )
      known.set(hostname, other)
    } else known.set(hostname, proxy)
    applyKnown()
  }

  return (baseUrl) => {
    const url = new URL(baseUrl)
    return isLoopback(url.hostname) || known.has(url.hostname) ? null : learn(url)
  }
}

/** @throws Error when it takes longer than `ms`, and what the work throws. */
function within<T>(clock: Pick<Clock, 'after'>, ms: number, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error(`it took longer than ${ms} ms`)))
    run().then(resolve, reject).finally(cancel)
  })
}
