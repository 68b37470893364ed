/** The thread that works on the archive's files: nothing of it holds up main. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ArchiveAnswer, ArchiveRequest, ArchiveThreadData } from './messages.ts'
import { createArchiveWork } from './work.ts'

const { directory, path } = workerData as ArchiveThreadData
const work = createArchiveWork(directory, path)

async function answer({ id, ask, with: given }: ArchiveRequest): Promise<ArchiveAnswer> {
  try {
    const run = work[ask] as (...given: readonly unknown[]) => Promise<unknown>
    return { id, value: await run(...given) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { id, failure: message, code: code ?? null }
  }
}

parentPort?.on('message', (request: ArchiveRequest) => {
  void answer(request).then((told) => parentPort?.postMessage(told))
})
