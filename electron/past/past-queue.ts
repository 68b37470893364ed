/**
 * The questions to the reading thread in their order: one is asked at a time, pages before sums, of each asker only the newest. Below it the
 * questions to one thread by their numbers, and its answers.
 */
import type { Worker } from 'node:worker_threads'
import type { PastAnswer, PastRequest } from './thread-messages.ts'

/** A thread, as far as it is spoken with. */
type PastThread = Pick<Worker, 'postMessage' | 'terminate' | 'unref'> & {
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'message', listener: (value: PastAnswer) => void): unknown
}

/** Starts a thread. @param stopped its first number is that of the question that is to be given up. */
export type StartThread = (stopped: Int32Array) => PastThread

export type PlainRequest = PastRequest extends infer One ? (One extends PastRequest ? Omit<One, 'id'> : never) : never

export interface Asking {
  /** The number of the question that was asked last. */
  readonly last: () => number
  /** @throws Error in words, with the `code` of one of the file system. */
  ask(request: PlainRequest, written?: (rows: number) => void): Promise<PastAnswer>
  end(why: string): void
}

interface Waiting {
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
  readonly written: (rows: number) => void
}

/** @param ended told once when the thread is of no use any more. */
export function createAsking(thread: PastThread, ended: () => void): Asking {
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
    last: () => ids,
    ask: (request, written = () => {}) =>
      new Promise((take, fail) => {
        ids += 1
        waiting.set(ids, { take, fail, written })
        thread.postMessage({ ...request, id: ids } as PastRequest)
      }),
    end,
  }
}

/** What a question fails by whose asker has asked another one. */
export class Outdated extends Error {
  constructor() {
    super('A newer question took its place.')
    this.name = 'Outdated'
  }
}

export interface PastQueue {
  /** @throws Outdated; Error in words. */
  ask(request: PlainRequest, turn: string): Promise<PastAnswer>
  /** What is asked fails from now on. */
  end(why: string): void
}

interface Wanted {
  readonly turn: string
  readonly request: PlainRequest
  readonly text: string
  readonly take: (answer: PastAnswer) => void
  readonly fail: (error: Error) => void
}

/** @param closed what questions fail by after the end. */
export function createPastQueue(start: StartThread, closed: string): PastQueue {
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
    ask: (request, turn) =>
      new Promise((take, fail) => {
        if (isOver) {
          fail(new Error(closed))
          return
        }
        const text = JSON.stringify(request)
        for (const one of waiting.filter((other) => other.turn === turn)) one.fail(new Outdated())
        waiting = [...waiting.filter((other) => other.turn !== turn), { turn, request, text, take, fail }]
        // The same again, because there is more of it, waits: else nothing would ever be answered while rows stream in.
        if (running !== null && running.turn === turn && running.text !== text) {
          running.fail(new Outdated())
          Atomics.store(stopped, 0, asking?.last() ?? 0)
        }
        next()
      }),
    end(why) {
      isOver = true
      for (const one of waiting.splice(0)) one.fail(new Error(why))
      asking?.end(why)
    },
  }
}
