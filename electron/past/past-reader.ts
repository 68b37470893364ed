/**
 * Main's side of the thread that reads the past: started when it is first asked, and one of its own for each file that is written. It is asked
 * one question at a time; whoever asks anew waits for no answer to what was asked before.
 */
import { Worker } from 'node:worker_threads'
import type { PastPage, PastTotals, RecordsView } from '../../contract/past.ts'
import type { PastOf } from '../storage/index.ts'
import type { PastAsked } from './asked.ts'
import { createAsking, createPastQueue, type StartThread } from './past-queue.ts'
import type { PastThreadData } from './thread-messages.ts'

export interface PastReader {
  /**
   * @param turn whoever asks: a question of theirs that is not answered yet is given up for this one.
   * @throws Outdated when a newer question took its place; Error in words.
   */
  page(asked: PastAsked, after: string | null, limit: number, turn: string): Promise<PastPage>
  /** Likewise; the same question again leaves the one that is being answered to its end. */
  totals(asked: PastAsked, turn: string): Promise<PastTotals>
  /** How much is kept. @throws Error in words. */
  kept(of: PastOf): Promise<RecordsView>
  /** Writes all that matches as CSV; how many rows. @throws Error of the file system, with its `code`. */
  export(asked: PastAsked, path: string, written: (rows: number) => void): Promise<number>
  /** What is asked fails from now on; a file that is being written is not. */
  stop(): void
}

/** The journal's database is read by a thread of its own. @param path of that file. */
export const pastThread =
  (path: string): StartThread =>
  (stopped) =>
    new Worker(new URL('./past-thread.js', import.meta.url), {
      workerData: { path, stopped } satisfies PastThreadData,
    })

const STOPPED = 'The records are closed.'
const OTHER = 'The records gave another answer than was asked for.'

export function createPastReader(start: StartThread): PastReader {
  const queue = createPastQueue(start, STOPPED)
  const exports = new Set<{ end(why: string): void }>()
  let isStopped = false
  return {
    async page(asked, after, limit, turn) {
      const answer = await queue.ask({ kind: 'page', asked, after, limit }, `page ${turn}`)
      if (answer.kind !== 'page') throw new Error(OTHER)
      return answer.page
    },
    async totals(asked, turn) {
      const answer = await queue.ask({ kind: 'totals', asked }, `totals ${turn}`)
      if (answer.kind !== 'totals') throw new Error(OTHER)
      return answer.totals
    },
    async kept(of) {
      const answer = await queue.ask({ kind: 'kept', of }, 'kept')
      if (answer.kind !== 'kept') throw new Error(OTHER)
      return answer.kept
    },
    async export(asked, path, written) {
      if (isStopped) throw new Error(STOPPED)
      const own = createAsking(start(new Int32Array(new SharedArrayBuffer(4))), () => exports.delete(own))
      exports.add(own)
      try {
        const answer = await own.ask({ kind: 'export', asked, path }, written)
        return answer.kind === 'exported' ? answer.rows : 0
      } finally {
        own.end(STOPPED)
      }
    },
    stop() {
      isStopped = true
      queue.end(STOPPED)
      for (const one of exports) one.end(STOPPED)
    },
  }
}
