/** Main's side of the thread that reads the past: started when it is first asked, and one of its own for each file that is written. */
import { Worker } from 'node:worker_threads'
import type { PastPage, PastTotals } from '../../contract/past.ts'
import type { PastOf } from '../storage/index.ts'
import type { PastAsked } from './asked.ts'
import type { Cuts, KeptPast } from './kept.ts'
import type { PastAnswer, PastRequest, PastThreadData } from './thread-messages.ts'

export interface PastReader {
  /** @throws Error in words. */
  page(asked: PastAsked, after: string | null, limit: number): Promise<PastPage>
  /** @throws Error in words. */
  totals(asked: PastAsked): Promise<PastTotals>
  /** How much is kept, and what choices to keep less would put together. @throws Error in words. */
  kept(of: PastOf, cuts: Cuts): Promise<KeptPast>
  /** Writes all that matches as CSV; how many rows. @throws Error of the file system, with its `code`. */
  export(asked: PastAsked, path: string, written: (rows: number) => void): Promise<number>
  /** What is asked fails from now on; a file that is being written is not. */
  stop(): void
}

/** A thread, as far as it is spoken with. */
export type PastThread = Pick<Worker, 'postMessage' | 'terminate' | 'unref'> & {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'message', listener: (value: PastAnswer) => void): unknown
}

type PlainRequest = PastRequest extends infer One ? (One extends PastRequest ? Omit<One, 'id'> : never) : never

/** The journal's database is read by a thread of its own. @param path of that file. */
export const pastThread = (path: string): PastThread =>
  new Worker(new URL('./past-thread.js', import.meta.url), { workerData: { path } satisfies PastThreadData })

const STOPPED = 'The records are closed.'

export function createPastReader(start: () => PastThread): PastReader {
  const threads = new Set<Asking>()
  let reading: Asking | null = null
  let isStopped = false

  function begin(): Asking {
    if (isStopped) throw new Error(STOPPED)
    const asking = createAsking(start(), () => {
      threads.delete(asking)
      if (reading === asking) reading = null
    })
    threads.add(asking)
    return asking
  }

  async function ask(request: PlainRequest): Promise<PastAnswer> {
    reading ??= begin()
    return reading.ask(request)
  }

  return {
    async page(asked, after, limit) {
      const answer = await ask({ kind: 'page', asked, after, limit })
      if (answer.kind !== 'page') throw new Error('The records gave another answer than was asked for.')
      return answer.page
    },
    async totals(asked) {
      const answer = await ask({ kind: 'totals', asked })
      if (answer.kind !== 'totals') throw new Error('The records gave another answer than was asked for.')
      return answer.totals
    },
    async kept(of, cuts) {
      const answer = await ask({ kind: 'kept', of, cuts })
      if (answer.kind !== 'kept') throw new Error('The records gave another answer than was asked for.')
      return answer.kept
    },
    async export(asked, path, written) {
      const own = begin()
      try {
        const answer = await own.ask({ kind: 'export', asked, path }, written)
        return answer.kind === 'exported' ? answer.rows : 0
      } finally {
        own.end(STOPPED)
      }
    },
    stop() {
      isStopped = true
      for (const thread of threads) thread.end(STOPPED)
    },
  }
}

interface Asking {
  ask(request: PlainRequest, written?: (rows: number) => void): Promise<PastAnswer>
  end(why: string): void
}

interface Waiting {
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
  readonly written: (rows: number) => void
}

/** Questions to one thread by their numbers. @param ended told once when it is of no use any more. */
function createAsking(thread: PastThread, ended: () => void): Asking {
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
    ask: (request, written = () => {}) =>
      new Promise((take, fail) => {
        ids += 1
        waiting.set(ids, { take, fail, written })
        thread.postMessage({ ...request, id: ids } as PastRequest)
      }),
    end,
  }
}
