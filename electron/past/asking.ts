/** Questions to one thread by their numbers, and its answers. */
import type { PastThread } from './past-reader.ts'
import type { PastAnswer, PastRequest } from './thread-messages.ts'

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
