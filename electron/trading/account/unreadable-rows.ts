/** Rows of the account that cannot be read: each reported once, and what the trader has acknowledged of them in this run. */
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import { type CountedRow, canCount, type UnreadableRow } from '../../../contract/unreadable-row.ts'
import type { Log } from '../../log/index.ts'

export interface UnreadableRows {
  /** What a read could not read; what was said of it before is not said again. */
  saw(rows: readonly UnreadableRow[]): void
  /** Told of what is new. */
  readonly onNew: Listen<[rows: readonly UnreadableRow[]]>
  /** The trader's word on this very row: with another text or value it is another one. */
  acknowledge(row: CountedRow): void
  /** Rows with those marked that were acknowledged. */
  marked(rows: readonly UnreadableRow[]): readonly UnreadableRow[]
  /** Those that were acknowledged, which count at their value. */
  counted(rows: readonly UnreadableRow[]): readonly CountedRow[]
  /** Another account is signed in. */
  reset(): void
}

export function createUnreadableRows(log: Pick<Log, 'warn'>): UnreadableRows {
  const listeners = new Listeners<[rows: readonly UnreadableRow[]]>()
  const said = new Set<string>()
  const acknowledged = new Set<string>()
  const isCounted = (row: UnreadableRow): row is CountedRow => canCount(row) && acknowledged.has(wholeKeyOf(row))
  return {
    saw(rows) {
      const fresh = new Map(rows.filter((row) => !said.has(keyOf(row))).map((row) => [keyOf(row), row]))
      if (fresh.size === 0) return
      for (const [key, { list, asset, reason, text }] of fresh) {
        said.add(key)
        log.warn({ list, asset, reason, text }, 'a row of the account cannot be read')
      }
      listeners.notify([...fresh.values()])
    },
    onNew: listeners.on,
    acknowledge(row) {
      const { list, asset, text, worth } = row
      log.warn({ list, asset, text, worth }, 'a row of the account that cannot be read was acknowledged')
      acknowledged.add(wholeKeyOf(row))
    },
    marked: (rows) => rows.map((row) => (isCounted(row) ? { ...row, acknowledged: true } : row)),
    counted: (rows) => rows.filter(isCounted),
    reset() {
      said.clear()
      acknowledged.clear()
    },
  }
}

/** A position's figures change with each read, and its place in the list with others: neither makes it another row. */
const keyOf = ({ list, asset, reason }: UnreadableRow): string => `${list}/${asset}/${reason.replace(/\[\d+\]/g, '[]')}`

/** The row as it was acknowledged, to the letter. */
const wholeKeyOf = ({ list, text, asset, worth }: CountedRow): string => JSON.stringify([list, asset, worth, text])
