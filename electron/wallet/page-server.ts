/**
 * Serves one page at one unguessable address on loopback, and accepts that page's messages. It knows nothing of signatures. The address is in the
 * command line of the program that opens it, where every user of the machine may read it: only the first browser is therefore accepted.
 */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { safeLine } from '../../contract/safe-schema.ts'
import { pagePolicy } from './page-html.ts'

const message = z.discriminatedUnion('kind', [
  z.strictObject({
    page: z.string(),
    kind: z.literal('signed'),
    account: z.string().max(64),
    signature: z.string().max(1000),
  }),
  z.strictObject({ page: z.string(), kind: z.literal('rejected'), message: safeLine(2000) }),
  z.strictObject({ page: z.string(), kind: z.literal('note'), message: safeLine(2000) }),
])

/** The page's messages. */
export type PageMessage = z.output<typeof message>

/** The answer to the page; `over` ends it, so that nothing more is served or accepted. */
export interface PageAnswer {
  readonly ok: boolean
  readonly message: string
  readonly over: boolean
}

interface PageServerOptions {
  /** The page's HTML for one load. Every load gets a new `page` mark, and only the latest page is accepted. */
  readonly html: (page: string, nonce: string) => string
  readonly onMessage: (message: PageMessage) => Promise<PageAnswer>
  /** That many random bytes as text for an address. */
  readonly randomText: (bytes: number) => string
}

export interface PageServer {
  readonly url: string
  close(): void
}

const LARGEST_BODY = 8192
/** Far more than one browser opens. */
const MAX_CONNECTIONS = 8
/** A request that is not complete by then is dropped, ms. */
const REQUEST_WITHIN = 5000
/** Name of the cookie with the mark of the first browser. */
const COOKIE = 'isotherm'

const ANOTHER_BROWSER =
  'Another browser opened this address first. Continue there, or cancel in Isotherm and start again.'

/** Starts serving on a random port of 127.0.0.1. @throws Error when no port is available. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const path = `/sign/${options.randomText(32)}`
  let newest: string | null = null
  /** The mark of the first browser. */
  let browser: string | null = null
  let over = false
  let origin = ''

  const server: Server = createServer(
    { headersTimeout: REQUEST_WITHIN, requestTimeout: REQUEST_WITHIN },
    (request, response) => {
      void answer(request, response).catch(() => reply(response, 500, 'Isotherm could not accept this.'))
    },
  )
  server.maxConnections = MAX_CONNECTIONS

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request)
    if (refusal !== null) return reply(response, refusal.status, refusal.text)
    if (over) return reply(response, 410, 'This address was already used. Start again from Isotherm.')
    if (browser !== null && !isMark(request, browser)) return reply(response, 409, ANOTHER_BROWSER)
    if (request.method === 'GET') return page(response)
    const parsed = message.safeParse(jsonOf(await bodyOf(request)))
    if (!parsed.success) return reply(response, 400, 'This request did not come from the Isotherm page.')
    if (newest === null || parsed.data.page !== newest) {
      return reply(response, 409, 'This page is open elsewhere. Continue there, or start again from Isotherm.')
    }
    if (over) return reply(response, 410, 'This address was already used. Start again from Isotherm.')
    // Set before any await: of two simultaneous messages, only one is the last.
    over = parsed.data.kind !== 'note'
    const reported = await options.onMessage(parsed.data)
    over = over || reported.over
    reply(response, reported.ok ? 200 : 422, reported.message)
  }

  /** Another site may reach loopback through the browser: requests that do not come from this very page are refused. */
  function refusalOf({ method, url, headers }: IncomingMessage): { status: number; text: string } | null {
    if (headers.host !== new URL(origin).host) return { status: 421, text: 'Wrong host.' }
    if (url !== path) return { status: 404, text: 'Not found.' }
    if (method !== 'GET' && method !== 'POST') return { status: 405, text: 'Only GET and POST.' }
    const from = headers.origin
    const site = headers['sec-fetch-site']
    if (from !== undefined && from !== origin) return { status: 403, text: 'Wrong origin.' }
    if (method === 'GET') {
      const into = headers['sec-fetch-dest']
      if (into !== undefined && into !== 'document') return { status: 403, text: 'Only as a top-level page.' }
      const fromElsewhere = site === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
      return fromElsewhere ? { status: 403, text: 'Wrong origin.' } : null
    }
    if (from === undefined || (site !== undefined && site !== 'same-origin')) {
      return { status: 403, text: 'Wrong origin.' }
    }
    if (headers['content-type'] !== 'application/json') return { status: 415, text: 'Only JSON.' }
    return null
  }

  function page(response: ServerResponse): void {
    newest = options.randomText(24)
    browser ??= options.randomText(24)
    const nonce = options.randomText(16)
    response.writeHead(200, {
      ...HEADERS,
      'set-cookie': `${COOKIE}=${browser}; HttpOnly; SameSite=Strict; Path=${path}`,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce),
    })
    response.end(options.html(newest, nonce))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // No failure of a connection ends the terminal.
  server.on('error', () => undefined)
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}${path}`,
    close() {
      over = true
      server.close()
      // An answer under way still reaches its page; idle connections are closed.
      server.closeIdleConnections()
    },
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  connection: 'close',
} as const

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' })
  response.end(JSON.stringify({ message: text }))
}

/** Whether a request comes from the browser with this mark. */
function isMark({ headers }: IncomingMessage, mark: string): boolean {
  const found = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${COOKIE}=`))
  const given = Buffer.from(found?.slice(COOKIE.length + 1) ?? '')
  const wanted = Buffer.from(mark)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new Error('too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
