/** The thread that reads the past: a separate read-only connection, so that a search over a million rows blocks neither an order nor a window. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { exportPast } from './export-past.ts'
import type { PastAnswer, PastRequest, PastThreadData } from './past-reader.ts'
import { stopWhen } from './query.ts'
import { atOnce, readPage, readStoredAmount, readTotals } from './read-past.ts'

const { path, stopped } = workerData as PastThreadData
const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })

/** The current question. */
let current = 0
stopWhen(database, () => Atomics.load(stopped, 0) === current)

const post = (answer: PastAnswer): void => parentPort?.postMessage(answer)

function answer(request: PastRequest): PastAnswer {
  const { id } = request
  switch (request.kind) {
    case 'page':
      return { id, kind: 'page', page: readPage(database, request.query, request.after, request.limit) }
    case 'totals':
      return { id, kind: 'totals', totals: readTotals(database, request.query) }
    case 'kept':
      return { id, kind: 'kept', kept: atOnce(database, () => readStoredAmount(database, path, request.of)) }
    case 'export':
      return {
        id,
        kind: 'exported',
        rows: exportPast(
          database,
          request.query,
          request.path,
          (rows) => post({ id, kind: 'written', rows }),
          request.format,
        ),
      }
  }
}

parentPort?.on('message', (request: PastRequest) => {
  current = request.id
  try {
    post(answer(request))
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    post({ id: request.id, kind: 'failed', message, code: code ?? null })
  }
})
