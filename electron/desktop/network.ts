/** The certificates that main trusts, and the system's proxy. */
import type { Clock } from '../../contract/time.ts'

interface EnvironmentOptions {
  readonly environment: Record<string, string | undefined>
  readonly isPackaged: boolean
  readonly notify: (title: string, detail: string) => void
}

/** An environment variable that makes Node accept any certificate. */
const TAKES_ANY = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** Before the first connection: a packaged terminal checks certificates, even if the environment disables that. */
export function checkCertificates({ environment, isPackaged, notify }: EnvironmentOptions): void {
  if (!isPackaged || environment[TAKES_ANY] === undefined) return
  delete environment[TAKES_ANY]
  notify(
    'Certificate override ignored',
    `${TAKES_ANY} is set in the environment. It would let anyone read and change traffic, so Isotherm still verifies the venue's certificate.`,
  )
}

interface CertificatesOptions {
  readonly read: (from: 'bundled' | 'system') => readonly string[]
  readonly trust: (certificates: string[]) => void
  readonly log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
}

/** Takes a tenth of a second. A failure to read the system's certificates is logged, and the bundled ones are trusted as before. */
export function trustCertificates({ read, trust, log }: CertificatesOptions): void {
  try {
    const system = read('system')
    trust([...new Set([...read('bundled'), ...system])])
    log.info({ count: system.length }, 'certificates of the system are trusted')
  } catch (error) {
    log.warn({ err: error }, 'the certificates of the system could not be read')
  }
}

/** A system that has not answered by then has no proxy, ms: it may have to fetch a script first. */
const ANSWERS_WITHIN = 5000

interface SystemProxyOptions {
  /** The system's answer, `PROXY host:port; DIRECT`. */
  readonly resolve: (url: string) => Promise<string>
  /** Routes all of Node's requests through the proxies from here on; returns an undo function. */
  readonly apply: (environment: Readonly<Record<string, string>>) => () => void
  readonly notify: (title: string, detail: string) => void
  readonly clock: Pick<Clock, 'after'>
}

/** Resolves once requests to an address use the system's proxy settings; null where there is nothing to wait for. */
export type ReachThrough = (baseUrl: string) => Promise<void> | null

/** The first entry of the system's answer. Pure. */
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
 * The system's proxy for a deployment, for main's own HTTP and WebSockets, which do not know it by themselves. Never for loopback: the practice venue
 * and the wallet's page are on this machine.
 */
export function createSystemProxy({ resolve, apply, notify, clock }: SystemProxyOptions): ReachThrough {
  /** By host; null means direct. */
  const known = new Map<string, string | null>()
  let undo = (): void => undefined

  function applyKnown(): void {
    const proxies = [...known.values()].filter((proxy) => proxy !== null)
    const [proxy] = proxies
    undo()
    undo = () => undefined
    if (proxy === undefined) return
    const directly = [...known].flatMap(([host, of]) => (of === null ? [host] : []))
    undo = apply({ http_proxy: proxy, https_proxy: proxy, no_proxy: [...LOOPBACK, ...directly].join(',') })
  }

  async function learn(url: URL): Promise<void> {
    const { hostname } = url
    const answer = await within(clock, ANSWERS_WITHIN, () => resolve(url.href)).catch(() => 'DIRECT')
    const found = proxyIn(answer)
    if (found !== null && 'unusable' in found) {
      notify(
        `The system's proxy for ${hostname} cannot be used`,
        `${found.unusable.slice(0, 100)}: Isotherm supports HTTP and HTTPS proxies only, and connects to ${hostname} directly.`,
      )
    }
    const proxy = found !== null && 'proxy' in found ? found.proxy : null
    const other = [...known.values()].find((one) => one !== null)
    if (proxy !== null && other != null && other !== proxy) {
      notify(
        `${hostname} uses a different proxy from other deployments`,
        `Only one proxy is used at a time: ${other}. If ${hostname} cannot be reached through it, run that deployment alone.`,
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
