/** Reads single actions out of the archive: a month's file is opened when one of its actions is asked for, and closed again after a while. */
import type { Cancel, Clock } from '../../../contract/time.ts'
import { type ActionRow, MonthUnreadable, type OpenedMonth, openMonth } from './month.ts'
import { monthOf } from './names.ts'

export interface ArchiveReader {
  /** @param madeAt when the action was made. @throws MonthUnreadable; whoever listens is told, too. */
  read(id: string, madeAt: number): ActionRow
  /** Closes what is open: another file may take its place. */
  close(): void
}

/** A file is closed when it was not used for so long, ms. */
const UNUSED_FOR = 10_000

/** @param failed told of each read that fails. */
export function createArchiveReader(
  directory: string,
  clock: Pick<Clock, 'after'>,
  failed: (error: MonthUnreadable) => void,
): ArchiveReader {
  const open = new Map<string, OpenedMonth>()
  let wasUsed = false
  let next: Cancel | null = null

  function close(): void {
    next?.()
    next = null
    for (const month of open.values()) month.close()
    open.clear()
  }

  function closeUnused(): void {
    next = null
    if (wasUsed) next = clock.after(UNUSED_FOR, closeUnused)
    else close()
    wasUsed = false
  }

  return {
    read(id, madeAt) {
      const month = monthOf(madeAt)
      try {
        const file = open.get(month) ?? openMonth(directory, month)
        open.set(month, file)
        wasUsed = true
        next ??= clock.after(UNUSED_FOR, closeUnused)
        const row = file.read(id)
        if (row === null) throw new MonthUnreadable(month, 'lacks this action.')
        return row
      } catch (error) {
        if (error instanceof MonthUnreadable) failed(error)
        throw error
      }
    },
    close,
  }
}
