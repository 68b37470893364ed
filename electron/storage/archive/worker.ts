/** Main's side of the thread that works on the archive's files. */
import { Worker } from 'node:worker_threads'
import type { ArchiveAnswer, ArchiveRequest, ArchiveThreadData } from './messages.ts'
import type { ArchiveWork } from './work.ts'

export interface ArchiveWorker extends ArchiveWork {
  /** What is asked fails from now on. */
  end(): void
}

interface Waiting {
  readonly take: (value: unknown) => void
  readonly fail: (error: Error) => void
}

/** Beside the source its source; in the built terminal a bundle of its own. */
const THREAD = import.meta.url.endsWith('.ts') ? './thread.ts' : './archive-thread.js'

/** Starts the thread. */
export function startArchiveWorker(data: ArchiveThreadData): ArchiveWorker {
  const thread = new Worker(new URL(THREAD, import.meta.url), { workerData: data })
  const waiting = new Map<number, Waiting>()
  let ids = 0
  let over: Error | null = null

  function end(why: Error): void {
    over ??= why
    for (const { fail } of waiting.values()) fail(over)
    waiting.clear()
    void thread.terminate()
  }

  thread.unref()
  thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  thread.on('exit', () => end(new Error('The thread that works on the archive has ended.')))
  thread.on('message', (answer: ArchiveAnswer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('failure' in answer) one?.fail(Object.assign(new Error(answer.failure), { code: answer.code ?? undefined }))
    else one?.take(answer.value)
  })

  const asking =
    <Ask extends keyof ArchiveWork>(ask: Ask) =>
    (...given: Parameters<ArchiveWork[Ask]>) =>
      new Promise<never>((take, fail) => {
        if (over !== null) return fail(over)
        ids += 1
        waiting.set(ids, { take: take as (value: unknown) => void, fail })
        thread.postMessage({ id: ids, ask, with: given } satisfies ArchiveRequest)
      })
  return {
    look: asking('look'),
    check: asking('check'),
    write: asking('write'),
    place: asking('place'),
    checkpoint: asking('checkpoint'),
    end: () => end(new Error('The archive is closed.')),
  }
}
