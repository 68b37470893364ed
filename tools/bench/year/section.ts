/** Effect of a year of records on start-up: the built terminal on an empty data folder and on one with a year of records, alternating. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as passed } from 'node:timers/promises'
import { root, runNode } from '../../../e2e/support/processes.ts'
import { processesOf } from '../machine/processes.ts'
import { median, ms, row, type Section, tenths, whole } from '../table.ts'
import { A_YEAR, fillFolder } from './folder.ts'
import { openPanels } from './panels.ts'

interface StartOf {
  readonly bookMs: number
  /** Until main's memory was measured. */
  readonly wholeMs: number
  /** Private memory of main once it has settled, MB. */
  readonly mainMb: number
}

const ROUNDS = 3
/** Delay after the first book before main's memory is measured, ms: deferred start-up work is running or done. */
const SETTLES = 20_000

/** Interval and maximum of polling whether the year has been processed, ms. */
const LOOK_EVERY = 2_000
const WORKS_AT_MOST = 1_500_000

/** @param isWorkedOut also waits until the records are processed. */
async function startOn(userDataDir: string, isWorkedOut: () => boolean = () => true): Promise<StartOf> {
  const began = performance.now()
  const program = runNode([
    ...['--import', join(root, 'tools', 'chromium-host', 'register.ts'), join(root, 'out', 'main', 'main.js')],
    ...['--headless', '--user-data-dir', userDataDir],
  ])
  await program.says(/first order book on screen/)
  const bookMs = performance.now() - began
  await passed(SETTLES)
  while (!isWorkedOut() && performance.now() - began < WORKS_AT_MOST) await passed(LOOK_EVERY)
  const wholeMs = performance.now() - began
  const main = processesOf(program.process.pid ?? 0).find(({ role }) => role === 'main')
  await program.stop()
  return { bookMs, wholeMs, mainMb: main?.privateMb ?? Number.NaN }
}

function asked<Row>(userDataDir: string, sql: string): Row | undefined {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'), { readOnly: true, timeout: 2_000 })
  try {
    return database.prepare(sql).get() as Row | undefined
  } finally {
    database.close()
  }
}

/** The trader that the practice venue created on the first start. */
function traderIn(userDataDir: string): string {
  const seen = asked<{ account: string }>(userDataDir, 'SELECT account FROM wallets')
  if (seen === undefined) throw new Error('the terminal saw no account: start it for longer')
  return seen.account
}

/** Whether the books are complete, and every fill was compared with the shown price. */
const isWhole = (userDataDir: string): boolean =>
  asked<{ due: number }>(
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
      // The next one processes the books of the year, and makes a backup: a user's terminal does that day by day.
      const first = await startOn(full, () => isWhole(full))
      const starts = { empty: [] as StartOf[], full: [] as StartOf[] }
      for (let round = 0; round < ROUNDS; round++) {
        starts.empty.push(await startOn(empty))
        starts.full.push(await startOn(full))
      }
      const of = (name: 'empty' | 'full', value: (start: StartOf) => number): number => median(starts[name].map(value))
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
