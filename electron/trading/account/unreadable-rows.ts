/** Says once what of the account cannot be read, in the log and to whoever listens. */
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import type { UnreadableRow } from '../../../contract/unreadable-row.ts'
import type { Log } from '../../log/index.ts'

export interface UnreadableRows {
  /** What a read could not read; what was said of it before is not said again. */
  saw(rows: readonly UnreadableRow[]): void
  /** Told of what is new. */
  readonly onNew: Listen<[rows: readonly UnreadableRow[]]>
  /** Another account is signed in. */
  reset(): void
}

export function createUnreadableRows(log: Pick<Log, 'warn'>): UnreadableRows {
  const listeners = new Listeners<[rows: readonly UnreadableRow[]]>()
  const said = new Set<string>()
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
    reset: () => said.clear(),
  }
}

/** A position's figures change with each read, and its place in the list with others: neither makes it another row. */
const keyOf = ({ list, asset, reason }: UnreadableRow): string => `${list}/${asset}/${reason.replace(/\[\d+\]/g, '[]')}`
