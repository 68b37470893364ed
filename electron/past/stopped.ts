/** Has a question over a million rows given up while SQLite is at it: every thousandth row asks whether the answer is still wanted. */
import type { DatabaseSync } from 'node:sqlite'

/** What a question fails by that was given up. */
class Stopped extends Error {
  constructor() {
    super('The question was given up: a newer one took its place.')
    this.name = 'Stopped'
  }
}

const checks = new WeakMap<DatabaseSync, () => boolean>()

/** Questions to a connection fail by `Stopped` from now on whenever this says so. */
export function stopWhen(database: DatabaseSync, isStopped: () => boolean): void {
  if (!checks.has(database)) {
    database.function('goes_on', () => {
      if (checks.get(database)?.() === true) throw new Stopped()
      return 1
    })
  }
  checks.set(database, isStopped)
}

/** A condition that always holds, on rows of the table `f`. */
export function stoppable(database: DatabaseSync): string {
  if (!checks.has(database)) stopWhen(database, () => false)
  return '(f.id & 1023 <> 0 OR goes_on())'
}
