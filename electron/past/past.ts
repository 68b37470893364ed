/** The trader's past as windows read it: pages and sums of stored data, how far back it reaches, and files of all matches. */

import type { Address } from '../../contract/address.ts'
import { stretchOf } from '../../contract/books-view.ts'
import type { Collateral } from '../../contract/collateral.ts'
import type { CsvFormat } from '../../contract/csv.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import type {
  ExportedPast,
  PastExport,
  PastPage,
  PastQuery,
  PastTotals,
  PastView,
  RecordsView,
} from '../../contract/past.ts'
import { counted } from '../../contract/plural.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import type { BackFill } from '../records/index.ts'
import type { PastNames, PastOf, StationsByAsset } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { exportFailure } from './export-past.ts'
import { Outdated, type PastReader } from './past-reader.ts'
import type { OwnedQuery } from './query.ts'

export type Past = ReturnType<typeof createPast>

interface PastOptions {
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly reader: PastReader
  readonly names: PastNames
  readonly backFill: Pick<BackFill, 'reach' | 'onChange'>
  /** Fire when records change: fills, orders, ends. */
  readonly changes: readonly Listen[]
  readonly markets: {
    outcomes(): readonly OutcomeMarket[]
    outcomeCollateral(): Collateral
    stations(): StationsByAsset
    /** The service's clock minus the terminal's, ms. */
    clockOffset(): number
  }
  /** Notifies the trader, without a panel. */
  readonly notify: (title: string, text: string) => void
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Pick<Log, 'warn'>
}

const TITLES = { fills: 'Fills', orders: 'Orders', settlements: 'Settlements', trades: 'Trades' } as const
/** A question that a newer one replaced is not a failure. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Outdated) throw new CallError('outdated', error.message)
    throw error
  }
}

/** Changes within this time are published together, ms. */
const TOGETHER = 250
/** Number of rows between two progress reports of a file. */
const PROGRESS_EVERY = 10_000

export function createPast(options: PastOptions) {
  const { profile, address, reader, names, backFill, markets, clock, log } = options
  const listeners = new Listeners()
  const exports = new Set<{ progress: PastExport }>()
  let cancels: Cancel[] = []
  let waiting: Cancel | null = null
  let version = 0
  /** Stored names, so that they are not written again. */
  const known = new Map<string, string>()

  function changed(): void {
    waiting ??= clock.after(TOGETHER, () => {
      waiting = null
      version += 1
      listeners.notify()
    })
  }

  function mine(): PastOf {
    const account = address()
    if (account === null) throw new CallError('signed_out', 'Sign in to read your records.', null)
    return { profile, account }
  }

  function askedOf(query: PastQuery): OwnedQuery {
    const of = mine()
    keepNames()
    const stretch = stretchOf(query.period, clock.now() + markets.clockOffset())
    return { ...query, of, ...stretch, outcomes: markets.outcomeCollateral(), stations: markets.stations() }
  }

  /** Names of coins are known only while their markets are listed. */
  function keepNames(): void {
    const fresh = new Map<string, string>()
    for (const { name, sides } of markets.outcomes()) {
      for (const side of sides) {
        const text = `${side.name}, ${name}`
        if (known.get(side.coin) !== text) fresh.set(side.coin, text)
      }
    }
    if (fresh.size === 0) return
    try {
      names.keepNames(profile, fresh)
      for (const [coin, text] of fresh) known.set(coin, text)
    } catch (error) {
      log.warn({ err: error }, 'the names of markets could not be kept')
    }
  }

  function view(): PastView {
    return { version, ...backFill.reach(), exports: [...exports].map(({ progress }) => progress) }
  }

  return {
    start(): void {
      cancels = [
        ...options.changes.map((listen) => listen(changed)),
        options.onIdentityChange(changed),
        backFill.onChange(() => listeners.notify()),
      ]
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      waiting?.()
      waiting = null
    },
    /**
     * @param turn identifies the caller: their previous question is aborted.
     * @throws CallError when nobody is signed in, or a newer question replaced it.
     */
    page: async (query: PastQuery, after: string | null, limit: number, turn: string): Promise<PastPage> =>
      inTime(reader.page(askedOf(query), after, limit, turn)),
    /** @throws CallError likewise. */
    totals: async (query: PastQuery, turn: string): Promise<PastTotals> => inTime(reader.totals(askedOf(query), turn)),
    /**
     * Writes all matches as CSV to a file that the trader chooses.
     * @param span the period in the file's name.
     * @param choose returns null where none is chosen.
     * @throws CallError with the reason.
     */
    async export(
      query: PastQuery,
      span: string,
      format: CsvFormat,
      choose: (name: string) => Promise<string | null>,
    ): Promise<ExportedPast> {
      const request = askedOf(query)
      const path = await choose(`isotherm-${query.kind}-${span}.csv`)
      if (path === null) return { path: null, rows: 0 }
      const { count } = await reader.totals(request, `file ${path}`)
      const one = { progress: { kind: query.kind, written: 0, all: count } as PastExport }
      const report = (written: number): void => {
        one.progress = { ...one.progress, written }
        listeners.notify()
      }
      exports.add(one)
      report(0)
      try {
        const rows = await reader.export(request, path, format, (written) => {
          if (written - one.progress.written >= PROGRESS_EVERY) report(written)
        })
        const has = counted(rows, 'row', 'rows')
        options.notify(`${TITLES[query.kind]} exported`, `Wrote ${has} to ${path}.`)
        return { path, rows }
      } catch (error) {
        throw exportFailure(error, path)
      } finally {
        exports.delete(one)
        listeners.notify()
      }
    },
    /** Amount of stored data. @throws CallError likewise. */
    records: async (): Promise<RecordsView> => reader.kept(mine()),
    topics: topicOf('past', view, listeners.on),
  }
}
