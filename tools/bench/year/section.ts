/** What a year of records costs a start: the built terminal on an empty data folder and on one with a year in it, by turns. */
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
  /** Until main was weighed. */
  readonly wholeMs: number
  /** Private memory of main once it has settled, MB. */
  readonly mainMb: number
}

const ROUNDS = 3
/** Main is weighed so long after the first book, ms: what a start leaves for later is under way or done. */
const SETTLES = 20_000

/** How often it is looked whether the year is worked out, and for how long at most, ms. */
const LOOK_EVERY = 2_000
const WORKS_AT_MOST = 1_500_000

/** @param isWorkedOut also waits until the records are worked out. */
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

/** The trader whom the practice venue made, as the terminal saw it first. */
function traderIn(userDataDir: string): string {
  const seen = asked<{ account: string }>(userDataDir, 'SELECT account FROM wallets')
  if (seen === undefined) throw new Error('the terminal saw no account: start it for longer')
  return seen.account
}

/** Whether the books have everything, and every fill was held against what was shown. */
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
      // The first start makes the trader, and is none of those that are measured.
      for (const folder of [empty, full]) await startOn(folder)
      fillFolder(full, { profile: 'practice', account: traderIn(full), until: Date.now() })
      // The next works the books of the year out, and makes a backup: over the year that was done day by day.
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
