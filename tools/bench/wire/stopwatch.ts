/** Times every step of an order from its arrival to its submit, including the service's answer in between. */
import type { ActionState } from '../../../contract/action.ts'
import type { createTradingService } from '../../../electron/service/index.ts'
import { percentile } from '../paint/probe.ts'

export type HttpFetch = Parameters<typeof createTradingService>[0]['http']

/** The intervals of an order, in sequence; only `prepare` is the service's. */
const STRETCHES = ['drafted', 'journalled', 'asked', 'prepare', 'prepared', 'verified', 'sent', 'wire'] as const
type Stretch = (typeof STRETCHES)[number]

interface Share {
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
}

export interface WireFigures {
  readonly orders: number
  /** Everything except waiting for the service. */
  readonly own: Share
  /** Duration of each interval, by the step that ends it. */
  readonly steps: { readonly [name in Stretch]: Share }
}

type Marks = Map<Stretch | 'arrived', number>

/** The timed writes of the journal: `checked` and `signed` are written with the step that follows. */
const STEPS: ReadonlySet<ActionState> = new Set(['drafted', 'journalled', 'prepared', 'verified', 'sent'])
const PREPARE = '/prepare'
const SUBMIT = '/submit'

/** Handles one order at a time, so that every prepare or submit request belongs to it. */
export class Stopwatch {
  readonly #orders = new Map<string, Marks>()
  readonly #now: () => number
  #current: Marks | null = null

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Starts with the arrival of an intent. */
  begin(id: string): void {
    this.#current = new Map([['arrived', this.#now()]])
    this.#orders.set(id, this.#current)
  }

  /** A step is on disk, and everyone has been notified. */
  step(id: string, state: ActionState): void {
    const marks = this.#orders.get(id)
    if (marks !== undefined && STEPS.has(state)) mark(marks, state as Stretch, this.#now())
  }

  leaveOut(id: string): void {
    this.#orders.delete(id)
  }

  /** Wraps requests, recording when they are sent and completely answered. */
  timed(http: HttpFetch): HttpFetch {
    return async (url, init) => {
      const marks = this.#current
      if (marks !== null && init.method === 'POST' && url.endsWith(SUBMIT)) mark(marks, 'wire', this.#now())
      if (marks === null || init.method !== 'POST' || !url.endsWith(PREPARE)) return http(url, init)
      mark(marks, 'asked', this.#now())
      const response = await http(url, init)
      const body = await response.arrayBuffer()
      mark(marks, 'prepare', this.#now())
      const { status, headers } = response
      return new Response(body, { status, headers })
    }
  }

  /** @throws Error when an order did not pass every step once. */
  figures(): WireFigures {
    const rows = [...this.#orders.values()].map(stretchesOf)
    const share = (pick: (row: { readonly [name in Stretch]: number }) => number): Share => {
      const samples = rows.map(pick)
      return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) }
    }
    const own = (row: { readonly [name in Stretch]: number }): number =>
      STRETCHES.reduce((sum, name) => (name === 'prepare' ? sum : sum + row[name]), 0)
    return {
      orders: rows.length,
      own: share(own),
      steps: Object.fromEntries(STRETCHES.map((name) => [name, share((row) => row[name])])) as WireFigures['steps'],
    }
  }
}

/** Only the first of its kind counts. */
function mark(marks: Marks, name: Stretch, at: number): void {
  if (!marks.has(name)) marks.set(name, at)
}

function stretchesOf(marks: Marks): { readonly [name in Stretch]: number } {
  let before = marks.get('arrived') ?? Number.NaN
  const entries = STRETCHES.map((name) => {
    const at = marks.get(name)
    if (at === undefined) throw new Error(`an order of the benchmark never came to “${name}”`)
    const took = at - before
    before = at
    return [name, took]
  })
  return Object.fromEntries(entries)
}
