/** Computes all books that are due, as the keeper does, one slice per turn. */
import { dayOf } from '../../../contract/books/index.ts'
import type { PastOf, Storage } from '../../storage/index.ts'
import { createDayAtWork, type DayAtWork } from '../day-sheet.ts'

/** The day in progress of each terminal; a shutdown forgets it. */
const atWork = new WeakMap<Storage, DayAtWork>()

export function workOutAll(storage: Storage, of: PastOf, turns = Number.POSITIVE_INFINITY): void {
  const { books } = storage
  for (let turn = 0; turn < turns; turn++) {
    const due = books.due(of)
    if (due === null) return
    const day = dayOf(books.firstSince(of, dayOf(due)) ?? due)
    const open = atWork.get(storage)
    const continues = open?.continuesFor(of, day, books.takeArrivals(of)) === true
    const work = continues ? open : createDayAtWork(books, of, day, due, () => null)
    atWork.set(storage, work)
    work.step()
  }
}
