/**
 * Main's side of the thread that reads the past: started on first use, with a separate one for each exported file. It answers one question at a time;
 * a new question of a caller replaces their previous one.
 */

import { Worker } from 'node:worker_threads'
import type { CsvFormat } from '../../contract/csv.ts'
import type { PastPage, PastTotals, RecordsView } from '../../contract/past.ts'
import type { PastOf } from '../storage/index.ts'
import type { OwnedQuery } from './query.ts'

/** Messages between main and the thread that reads the past. */
export type PastRequest =
  | {
      readonly id: number
      readonly kind: 'page'
      readonly query: OwnedQuery
      readonly after: string | null
      readonly limit: number
    }
  | { readonly id: number; readonly kind: 'totals'; readonly query: OwnedQuery }
  | { readonly id: number; readonly kind: 'kept'; readonly of: PastOf }
  | {
      readonly id: number
      readonly kind: 'export'
      readonly query: OwnedQuery
      readonly path: string
      readonly format: CsvFormat
    }

export type PastAnswer =
  | { readonly id: number; readonly kind: 'page'; readonly page: PastPage }
  | { readonly id: number; readonly kind: 'totals'; readonly totals: PastTotals }
  | { readonly id: number; readonly kind: 'kept'; readonly kept: RecordsView }
  | { readonly id: number; readonly kind: 'exported'; readonly rows: number }
  /** Progress of an export. */
  | { readonly id: number; readonly kind: 'written'; readonly rows: number }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly code: string | null }

/** `workerData` of the thread. */
export interface PastThreadData {
  /** Path of the journal's database. */
  readonly path: string
  /** Shared with main: its first element is the number of the question to abort. */
  readonly stopped: Int32Array
}

/** The used part of a thread. */
type PastThread = Pick<Worker, 'postMessage' | 'terminate' | 'unref'> & {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'message', listener: (value: PastAnswer) => void): unknown
}

/** Starts a thread. @param stopped its first element is the number of the question to abort. */
type StartThread = (stopped: Int32Array) => PastThread

/**
 * Queues the questions to the reading thread: one at a time, pages before sums, and only the latest of each caller. Below it are the numbered
 * questions to one thread, and its answers.
 */
type PlainRequest = PastRequest extends infer One ? (One extends PastRequest ? Omit<One, 'id'> : never) : never

type Asking = ReturnType<typeof createAsking>

interface Waiting {
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
  readonly written: (rows: number) => void
}

/** @param ended called once when the thread is no longer usable. */
function createAsking(thread: PastThread, ended: () => void) {
  const waiting = new Map<number, Waiting>()
  let ids = 0
  let isOver = false

  function end(why: string): void {
    if (isOver) return
    isOver = true
    ended()
    for (const { fail } of waiting.values()) fail(new Error(why))
    waiting.clear()
    void thread.terminate()
  }

  thread.unref()
  thread.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  thread.on('message', (answer) => {
    const one = waiting.get(answer.id)
    if (one === undefined) return
    if (answer.kind === 'written') return one.written(answer.rows)
    waiting.delete(answer.id)
    if (answer.kind === 'failed') one.fail(Object.assign(new Error(answer.message), { code: answer.code ?? undefined }))
    else one.take(answer)
  })

  return {
    /** The number of the last question. */
    last: (): number => ids,
    /** @throws Error with the reason, with the `code` of a file system error. */
    ask: (request: PlainRequest, written: (rows: number) => void = () => {}): Promise<PastAnswer> =>
      new Promise((take, fail) => {
        ids += 1
        waiting.set(ids, { take, fail, written })
        thread.postMessage({ ...request, id: ids } as PastRequest)
      }),
    end,
  }
}

/** The error of a question whose caller has asked another one. */
export class Outdated extends Error {
  constructor() {
    super('Replaced by a newer query.')
    this.name = 'Outdated'
  }
}

interface Wanted {
  readonly turn: string
  readonly request: PlainRequest
  readonly text: string
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
}

/** @param closed the error message of questions after the end. */
export function createPastQueue(start: StartThread, closed: string) {
  const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let waiting: Wanted[] = []
  let asking: Asking | null = null
  let running: Wanted | null = null
  let isOver = false

  function next(): void {
    if (running !== null || isOver) return
    const one = waiting.find(({ request }) => request.kind === 'page') ?? waiting[0]
    if (one === undefined) return
    waiting = waiting.filter((other) => other !== one)
    running = one
    asking ??= createAsking(start(stopped), () => {
      asking = null
    })
    asking
      .ask(one.request)
      .then(one.take, one.fail)
      .finally(() => {
        running = null
        next()
      })
      .catch(() => undefined)
  }

  return {
    /** @throws Outdated; Error with a message for the trader. */
    ask: (request: PlainRequest, turn: string): Promise<PastAnswer> =>
      new Promise((take, fail) => {
        if (isOver) {
          fail(new Error(closed))
          return
        }
        const text = JSON.stringify(request)
        for (const one of waiting.filter((other) => other.turn === turn)) one.fail(new Outdated())
        waiting = [...waiting.filter((other) => other.turn !== turn), { turn, request, text, take, fail }]
        // The same question again, because there is more data, waits: otherwise nothing would ever be answered while rows stream in.
        if (running !== null && running.turn === turn && running.text !== text) {
          running.fail(new Outdated())
          Atomics.store(stopped, 0, asking?.last() ?? 0)
        }
        next()
      }),
    /** Later questions fail. */
    end(why: string): void {
      isOver = true
      for (const one of waiting.splice(0)) one.fail(new Error(why))
      asking?.end(why)
    },
  }
}

export type PastReader = ReturnType<typeof createPastReader>

/** A separate thread reads the journal's database. @param path of that file. */
export const pastThread =
  (path: string): StartThread =>
  (stopped) =>
    new Worker(new URL('./past-thread.js', import.meta.url), {
      workerData: { path, stopped } satisfies PastThreadData,
    })

const STOPPED = 'The records are closed.'
const OTHER = 'The records returned an answer to a different query.'

export function createPastReader(start: StartThread) {
  const queue = createPastQueue(start, STOPPED)
  const exports = new Set<{ end(why: string): void }>()
  let isStopped = false
  return {
    /**
     * @param turn identifies the caller: their unanswered question is aborted for this one.
     * @throws Outdated when a newer question replaced it; Error with the reason.
     */
    async page(request: OwnedQuery, after: string | null, limit: number, turn: string): Promise<PastPage> {
      const answer = await queue.ask({ kind: 'page', query: request, after, limit }, `page ${turn}`)
      if (answer.kind !== 'page') throw new Error(OTHER)
      return answer.page
    },
    /** Like `page`; repeating the same question lets the current one finish. */
    async totals(request: OwnedQuery, turn: string): Promise<PastTotals> {
      const answer = await queue.ask({ kind: 'totals', query: request }, `totals ${turn}`)
      if (answer.kind !== 'totals') throw new Error(OTHER)
      return answer.totals
    },
    /** Amount of stored data. @throws Error with the reason. */
    async kept(of: PastOf): Promise<RecordsView> {
      const answer = await queue.ask({ kind: 'kept', of }, 'kept')
      if (answer.kind !== 'kept') throw new Error(OTHER)
      return answer.kept
    },
    /** Writes all matches as CSV; returns the number of rows. @throws Error of the file system, with its `code`. */
    async export(
      request: OwnedQuery,
      path: string,
      format: CsvFormat,
      written: (rows: number) => void,
    ): Promise<number> {
      if (isStopped) throw new Error(STOPPED)
      const own = createAsking(start(new Int32Array(new SharedArrayBuffer(4))), () => exports.delete(own))
      exports.add(own)
      try {
        const answer = await own.ask({ kind: 'export', query: request, path, format }, written)
        return answer.kind === 'exported' ? answer.rows : 0
      } finally {
        own.end(STOPPED)
      }
    },
    /** Later questions fail; a file that is being written is completed. */
    stop(): void {
      isStopped = true
      queue.end(STOPPED)
      for (const one of exports) one.end(STOPPED)
    },
  }
}
