/** For the tests of this folder: a loopback service with scripted answers, and a clock that runs waits at once and holds time-outs. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, millis } from '../../../contract/time.ts'
import { Secret } from '../../secrets/index.ts'
import type { AmountFormStore } from '../amount-forms.ts'
import { TIMEOUT_MS } from '../http-client.ts'
import { type DeploymentProfile, deploymentProfile } from '../profile.ts'
import { createTradingService } from '../trading-service.ts'

export interface RecordedRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answerer = (request: RecordedRequest, response: ServerResponse) => void

/** A real HTTP server on loopback that records its requests. */
export class Loopback {
  readonly asked: RecordedRequest[] = []
  answer: Answerer = (_, response) => response.writeHead(500).end()
  readonly #server = createServer((request, response) => {
    // An answer has a date only where a test sets one.
    response.sendDate = false
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const requested = { method, url, headers, body: Buffer.concat(chunks).toString() }
      this.asked.push(requested)
      this.answer(requested, response)
    })
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Answers JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answerer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** Answers text unchanged. */
export const plain =
  (text: string, status = 200, headers: Record<string, string> = {}): Answerer =>
  (_, response) =>
    response.writeHead(status, headers).end(text)

/** Answers a problem. */
export const problem = (status: number, code: string, detail: string, headers: Record<string, string> = {}): Answerer =>
  json({ type: 'about:blank', title: 'Title', status, detail, code }, status, {
    'content-type': 'application/problem+json',
    ...headers,
  })

/** Waits run at once, advance the time, and are recorded; time-outs are held until `timeOut()`. */
class TestClock implements Clock {
  readonly waits: number[] = []
  readonly #held = new Set<() => void>()

  now = () => millis(1_790_000_000_000)
  #time = 0
  monotonic = () => this.#time
  every = () => () => {}
  after(ms: number, run: () => void): () => void {
    if (Object.values(TIMEOUT_MS).includes(ms)) {
      this.#held.add(run)
      return () => this.#held.delete(run)
    }
    this.waits.push(ms)
    const due = this.#time + ms
    let isOff = false
    queueMicrotask(() => {
      if (isOff) return
      this.#time = Math.max(this.#time, due)
      run()
    })
    return () => {
      isOff = true
    }
  }

  get heldTimeOuts(): number {
    return this.#held.size
  }

  timeOut(): void {
    for (const run of [...this.#held]) {
      this.#held.delete(run)
      run()
    }
  }
}

export const profileFor = (baseUrl: string, changed: object = {}): DeploymentProfile =>
  deploymentProfile.parse({ name: 'test', baseUrl, network: 'testnet', ...changed })

/** A service with a token, on a test clock, with jitter at half its range. */
export function serviceFor(
  baseUrl: string,
  {
    profile = {},
    token = 'a.b.c' as string | null,
    amountForms = undefined as AmountFormStore | undefined,
    http = fetch as Parameters<typeof createTradingService>[0]['http'],
    log = { info: () => undefined, warn: () => undefined } as NonNullable<
      Parameters<typeof createTradingService>[0]['log']
    >,
  } = {},
) {
  const clock = new TestClock()
  const service = createTradingService({
    profile: profileFor(baseUrl, profile),
    http,
    clock,
    token: () => (token === null ? null : new Secret(token)),
    random: () => 0.5,
    ...(amountForms === undefined ? {} : { amountForms }),
    log,
  })
  return { service, clock }
}
