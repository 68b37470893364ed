/** Start-up with a year of records, compared with an empty data folder: the built terminal is started on both in turn. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, runNode } from '../../../e2e/support/processes.ts'
import { processesOf } from '../machine/processes.ts'
import { median, ms, row, type Section, tenths, whole } from '../table.ts'
import { A_YEAR, fillFolder } from './folder.ts'
import { openPanels } from './panels.ts'

interface StartFigures {
  /** From the start to the first book on screen. */
  readonly bookMs: number
  /** From the start to the measurement of main's memory. */
  readonly wholeMs: number
  /** Private memory of main once it has settled, MB. */
  readonly mainMb: number
}

/** Measured starts on each folder. */
const ROUNDS = 3
/** Wait after the first book before main's memory is measured, ms: deferred start-up work has begun by then. */
const SETTLE_MS = 20_000

/** How often to check whether the records are processed, and when to give up, ms. */
const POLL_MS = 2_000
const PROCESSING_LIMIT_MS = 1_500_000

/** Starts the terminal on a data folder, measures, and stops it. @param isProcessed waits until it is true, or the limit has passed */
async function startOn(userDataDir: string, isProcessed: () => boolean = () => true): Promise<StartFigures> {
  const began = performance.now()
  const program = runNode([
    ...['--import', join(root, 'tools', 'chromium-host', 'register.ts'), join(root, 'out', 'main', 'main.js')],
    ...['--headless', '--user-data-dir', userDataDir],
  ])
  await program.says(/first order book on screen/)
  const bookMs = performance.now() - began
  await sleep(SETTLE_MS)
  while (!isProcessed() && performance.now() - began < PROCESSING_LIMIT_MS) await sleep(POLL_MS)
  const wholeMs = performance.now() - began
  const main = processesOf(program.process.pid ?? 0).find(({ role }) => role === 'main')
  await program.stop()
  return { bookMs, wholeMs, mainMb: main?.privateMb ?? Number.NaN }
}

/** The first row of a query of the folder's journal. */
function queryRow<Row>(userDataDir: string, sql: string): Row | undefined {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'), { readOnly: true, timeout: 2_000 })
  try {
    return database.prepare(sql).get() as Row | undefined
  } finally {
    database.close()
  }
}

/** The trader that the practice venue created on the first start. */
function traderIn(userDataDir: string): string {
  const row = queryRow<{ account: string }>(userDataDir, 'SELECT account FROM wallets')
  if (row === undefined) throw new Error('the terminal recorded no account: let it run longer')
  return row.account
}

/** Whether all records are processed: results of every day are computed, and the slippage of every fill. */
const isProcessed = (userDataDir: string): boolean =>
  queryRow<{ due: number }>(
    userDataDir,
    'SELECT (SELECT COUNT(*) FROM books_due) + EXISTS (SELECT 1 FROM slippages_due) AS due',
  )?.due === 0

export const yearSection: Section = {
  name: 'year',
  byName: true,
  async run() {
    const [empty, full] = ['empty', 'full'].map((name) => mkdtempSync(join(tmpdir(), `isotherm-year-${name}-`)))
    if (empty === undefined || full === undefined) throw new Error('no folder')
    try {
      // The first start creates the trader, and is not measured.
      for (const folder of [empty, full]) await startOn(folder)
      fillFolder(full, { profile: 'practice', account: traderIn(full), until: Date.now() })
      // The next start processes the whole year and makes a backup, which a user's terminal does day by day: it is reported apart.
      const first = await startOn(full, () => isProcessed(full))
      const starts = { empty: [] as StartFigures[], full: [] as StartFigures[] }
      for (let round = 0; round < ROUNDS; round++) {
        starts.empty.push(await startOn(empty))
        starts.full.push(await startOn(full))
      }
      const of = (name: 'empty' | 'full', value: (start: StartFigures) => number): number =>
        median(starts[name].map(value))
      const [emptyMs, fullMs] = [of('empty', ({ bookMs }) => bookMs), of('full', ({ bookMs }) => bookMs)]
      const [emptyMb, fullMb] = [of('empty', ({ mainMb }) => mainMb), of('full', ({ mainMb }) => mainMb)]
      const panels = await openPanels(full)
      const fileMb = statSync(join(full, 'journal.sqlite')).size / 1e6
      const what = `${whole(A_YEAR.actions)} actions, ${whole(A_YEAR.fills)} fills`
      return {
        json: { ...starts, first, panels, fileMb },
        rows: [
          row(`start with a year of records (${what})`, ms(fullMs), `empty: ${ms(emptyMs)}; under 1,000 ms more`),
          row('  memory of main, MB', tenths(fullMb), `empty: ${tenths(emptyMb)}; at most 150 more`),
          row('  the first start on it, books to be worked out', ms(first.bookMs), ''),
          row('  until they are, s', whole(first.wholeMs / 1000), ''),
          row('  memory of main then, MB', tenths(first.mainMb), ''),
          row('  the journal, MB', whole(fileMb), ''),
          ...panels.map(({ panel, firstMs, againMs }) =>
            row(`  ${panel}, from the press to its rows`, ms(againMs), `first time: ${ms(firstMs)}; under 300 ms`),
          ),
        ],
      }
    } finally {
      for (const folder of [empty, full]) rmSync(folder, { recursive: true, force: true })
    }
  },
}
