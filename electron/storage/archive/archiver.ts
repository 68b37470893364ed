/**
 * Puts actions that ended long ago, with their steps, out of the journal into the archive's files. A thread writes a month's file and checks it;
 * then main takes its actions over a few at a time, each compared with the journal once more. Cut off at any moment it goes on at the next run.
 */
import { existsSync } from 'node:fs'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { ArchiveIndex } from './archive-index.ts'
import { type MonthUnreadable, openMonth } from './month.ts'
import { archiveFolder, cutAt, type Month } from './names.ts'
import type { ArchiveReader } from './reader.ts'
import type { MonthFacts } from './work.ts'
import type { ArchiveWorker } from './worker.ts'

/** What the trader is to be told of the archive. */
export interface ArchiveNews {
  readonly title: string
  readonly words: string
  /** Whether something cannot be read any more. */
  readonly isLost: boolean
}

export interface Archiver {
  /** Archives what is due, and checks what is archived. Never rejects: a failure is logged, and nothing is lost by it. */
  run(): Promise<void>
  /** A file could not be read: it is looked at whole, and its copy takes its place. */
  suspect(error: MonthUnreadable): void
  stop(): void
}

interface ArchiverOptions {
  readonly directory: string
  readonly index: ArchiveIndex
  readonly reader: Pick<ArchiveReader, 'close'>
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log?: Pick<Log, 'warn' | 'error'> | undefined
  readonly startWorker: () => ArchiveWorker
  /** So many of the newest actions of each profile stay in the journal. */
  readonly keep: number
  readonly tell: (news: ArchiveNews) => void
}

/** Every byte of a file is looked at once in this time, ms. */
const WHOLE_EVERY = 7 * 86_400_000
/** Actions read of a month's file at a time. */
const AT_ONCE = 20
/** Longest that main works on it in one turn, and its rest after each, ms. */
const TURN = 3
const REST = 10
/** After so many turns the log is taken into the journal's file by the thread, before it is long enough for main to do it. */
const CHECKPOINT_EVERY = 8

export function createArchiver(options: ArchiverOptions): Archiver {
  const { directory, index, reader, clock, log, keep, tell } = options
  /** Ends the rest that is under way. */
  let wake: (() => void) | null = null
  let isStopped = false
  let running: Promise<void> | null = null
  let worker: ArchiveWorker | null = null
  const suspected = new Set<Month>()
  /** So that each thing is told once. */
  const told = new Set<string>()

  function rest(): Promise<void> {
    return new Promise((done) => {
      const cancel: Cancel = clock.after(REST, () => {
        wake = null
        done()
      })
      wake = () => {
        cancel()
        done()
      }
    })
  }

  function say(news: ArchiveNews): void {
    if (told.has(news.words)) return
    told.add(news.words)
    log?.warn({ words: news.words }, news.title)
    tell(news)
  }

  /** Whether it is taken over whole; not where the terminal ends meanwhile. */
  async function takeOver(work: ArchiveWorker, month: Month, facts: MonthFacts): Promise<boolean> {
    // One that is open since before is of the file that was there before.
    reader.close()
    const file = openMonth(directory, month)
    let turns = 0
    try {
      for (let some = file.after(0, AT_ONCE); some.rows.length > 0; some = file.after(some.place, AT_ONCE)) {
        for (let { rows } = some; rows.length > 0; ) {
          const began = clock.monotonic()
          rows = rows.slice(index.takeOver(rows, () => clock.monotonic() - began < TURN))
          await rest()
          turns += 1
          if (turns % CHECKPOINT_EVERY === 0 && !isStopped) await work.checkpoint()
          if (isStopped) return false
        }
      }
    } finally {
      file.close()
    }
    index.keepMonth(month, facts, clock.now())
    return true
  }

  /** Whether more may be put into its file. */
  async function check(work: ArchiveWorker, month: Month): Promise<boolean> {
    const known = index.months().find((one) => one.month === month) ?? null
    const isWhole = suspected.delete(month) || clock.now() - (known?.checkedAt ?? 0) >= WHOLE_EVERY
    // Where a file is open, another cannot always take its place.
    reader.close()
    const found = await work.check(month, known, isWhole, clock.now())
    if (isStopped) return false
    switch (found.kind) {
      case 'sound':
        if (found.isWhole && known !== null) index.keepMonth(month, known, clock.now())
        return true
      case 'other':
        return takeOver(work, month, found.facts)
      case 'restored':
        say({
          title: 'A month of the archive was restored',
          words: `${found.words} Its copy stands in its place${found.movedTo === null ? '' : `; the damaged file is ${found.movedTo}`}.`,
          isLost: false,
        })
        return takeOver(work, month, found.facts)
      case 'unreadable':
        say({
          title: 'A month of the archive cannot be read',
          words: `${found.words} There is no sound copy of it. The ids of its orders are known, and no total rests on it; what its actions did step by step cannot be shown. Put the file back from a backup of the data folder, if you have one.`,
          isLost: true,
        })
        return false
    }
  }

  async function archive(work: ArchiveWorker): Promise<void> {
    const due = { cut: cutAt(clock.now()), keep }
    const { due: months, there } = await work.look(due)
    const unfit = new Set<Month>()
    for (const month of new Set([...there, ...index.months().map((one) => one.month)])) {
      if (isStopped) return
      if (!(await one(month, () => check(work, month)))) unfit.add(month)
    }
    for (const month of months) {
      if (isStopped) return
      if (unfit.has(month)) continue
      await one(month, async () => {
        const known = index.months().find((kept) => kept.month === month) ?? null
        const facts = await work.write(month, due, known, clock.now())
        reader.close()
        if (isStopped) return false
        await work.place(month)
        return takeOver(work, month, facts)
      })
    }
  }

  /** One month's failure keeps no other back. */
  async function one(month: Month, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (!isStopped) log?.error({ err: error, month }, 'a month could not be archived; the journal has it still')
      return false
    }
  }

  const hasWork = (): boolean =>
    existsSync(archiveFolder(directory)) || index.months().length > 0 || index.hasOlder(cutAt(clock.now()))

  async function begin(): Promise<void> {
    try {
      if (isStopped || !hasWork()) return
      worker = options.startWorker()
      await archive(worker)
    } catch (error) {
      if (!isStopped) log?.error({ err: error }, 'the journal could not be archived')
    } finally {
      worker?.end()
      worker = null
      running = null
    }
  }

  function run(): Promise<void> {
    running ??= begin()
    return running
  }

  return {
    run,
    suspect({ month, isNewer }) {
      if (isStopped || isNewer || suspected.has(month)) return
      suspected.add(month)
      // What is under way may have looked at it already.
      void (running ?? Promise.resolve()).then(run)
    },
    stop() {
      isStopped = true
      wake?.()
      worker?.end()
    },
  }
}
