/** The records of parent orders in memory, and the one turn of each that is under way. */
import { ALGO_NAMES, type AlgoRecord, type AlgoState, isAlgoFinal } from '../../../contract/algo.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Cancel } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { wordsOf } from '../../sequences/index.ts'
import type { AlgoStore, StoredAlgo } from '../../storage/index.ts'
import { refuseUnsent } from '../moves/index.ts'
import { createChildren } from './children.ts'
import type { AlgoNews, AlgoPorts, Steering } from './interface.ts'
import { runScale } from './scale.ts'
import { runSlices } from './slices.ts'
import { allOver, filledWords } from './told.ts'

interface RunsOptions {
  readonly store: AlgoStore
  readonly profile: string
  readonly ports: AlgoPorts
  readonly onNews: (news: AlgoNews) => void
  readonly log: Log
  /** How many windows are shown. */
  readonly shown: number
}

/** What is known of one that runs. */
interface Run {
  /** Ends the sleep that it is in. */
  wake: () => void
}

export interface AlgoRuns {
  /** Oldest first. */
  readonly records: ReadonlyMap<string, StoredAlgo>
  readonly listeners: Listeners
  keep(record: StoredAlgo): void
  /** Disk, then memory. @throws Error */
  write(id: string, change: Partial<AlgoRecord>): void
  isRunning(id: string): boolean
  /** Has it do what its state wants, unless it is at that already. */
  drive(id: string): void
  pause(id: string, words: string, how: { readonly isTold: boolean; readonly takesBack: boolean }): void
  stop(id: string, words: string, cancel: boolean): void
  /** What an earlier run left. */
  takeUp(record: StoredAlgo): void
  waitsOf(id: string): string | null
  halt(): void
}

export function createAlgoRuns({ store, ports, onNews, log, ...options }: RunsOptions): AlgoRuns {
  const { actionLog, clock } = ports
  const records = new Map<string, StoredAlgo>()
  const running = new Map<string, Run>()
  /** Paused ones of which what rests is to come back. */
  const takesBack = new Set<string>()
  const waiting = new Map<string, string>()
  const listeners = new Listeners()
  let halted = false

  for (const record of store.recent(options.profile, options.shown).toReversed()) records.set(record.id, record)

  function keep(record: StoredAlgo): void {
    records.set(record.id, record)
    for (const { id, state } of records.values()) {
      if (records.size <= 2 * options.shown) break
      if (isAlgoFinal(state) && !running.has(id)) records.delete(id)
    }
    listeners.notify()
  }

  function of(id: string): StoredAlgo {
    const record = records.get(id)
    if (record === undefined) throw new Error(`no algo order ${id}`)
    return record
  }

  const report = (level: AlgoNews['level'], title: string, words: string): void => onNews({ level, title, words })

  const changed = (id: string, change: Partial<AlgoRecord>): StoredAlgo => ({
    ...of(id),
    ...change,
    changedAt: ports.serverTime(),
  })

  function write(id: string, change: Partial<AlgoRecord>): void {
    const record = changed(id, change)
    store.write(record)
    keep(record)
  }

  /** Memory in any case: what holds it back must hold it also where the disk takes nothing. */
  function writeAnyway(id: string, change: Partial<AlgoRecord>): void {
    const record = changed(id, change)
    try {
      store.write(record)
    } catch (error) {
      log.error({ err: error, algo: id }, 'the state of an algo order could not be journalled')
    }
    keep(record)
  }

  const titleOf = ({ terms, asset }: StoredAlgo, what: string): string =>
    `${ALGO_NAMES[terms.kind]} in ${asset} ${what}`

  const takeBackUnsent = ({ children }: StoredAlgo, words: string): void => {
    for (const { id } of children) refuseUnsent(actionLog, id, words)
  }

  function pause(id: string, words: string, how: { readonly isTold: boolean; readonly takesBack: boolean }): void {
    const record = of(id)
    if (how.takesBack || record.terms.kind === 'slices') takesBack.add(id)
    waiting.delete(id)
    writeAnyway(id, { state: 'paused', message: words })
    takeBackUnsent(record, 'It was paused before this left: nothing was sent.')
    running.get(id)?.wake()
    if (how.isTold) report('error', titleOf(record, 'paused'), `${words} It sends nothing until you have it go on.`)
    drive(id)
  }

  function finish(id: string, state: Extract<AlgoState, 'done' | 'ended' | 'stopped'>, words: string): void {
    waiting.delete(id)
    takesBack.delete(id)
    writeAnyway(id, { state, message: words })
    report(state === 'ended' ? 'error' : 'info', titleOf(of(id), WHAT[state]), words)
  }

  function stop(id: string, words: string, cancel: boolean): void {
    const record = of(id)
    if (isAlgoFinal(record.state)) return
    waiting.delete(id)
    // Its own end says what becomes of what rests.
    takesBack.delete(id)
    const open = cancel && !allOver(record, actionLog)
    writeAnyway(id, { state: open ? 'stopping' : 'stopped', message: words })
    takeBackUnsent(record, 'It was stopped before this left: nothing was sent.')
    running.get(id)?.wake()
    drive(id)
  }

  function steer(id: string, run: Run): Steering {
    return {
      now: () => of(id),
      write: (change) => write(id, change),
      isWorking: () => !halted && of(id).state === 'working' && ports.isCurrent(of(id).account),
      isHalted: () => halted,
      pause: (words) => pause(id, words, { isTold: true, takesBack: false }),
      finish: (state, words) => finish(id, state, words),
      waits(words) {
        if ((waiting.get(id) ?? null) === words) return
        if (words === null) waiting.delete(id)
        else waiting.set(id, words)
        listeners.notify()
      },
      sleep: (ms) =>
        new Promise((resolve) => {
          let cancel: Cancel = () => {}
          const done = (): void => {
            cancel()
            run.wake = () => {}
            resolve()
          }
          cancel = clock.after(ms, done)
          run.wake = done
        }),
    }
  }

  /** Every state asks for something; one turn follows the other until none does. */
  async function turns(id: string, run: Run): Promise<void> {
    const steering = steer(id, run)
    const children = createChildren(steering, ports)
    const release = ports.facts.needPrices(of(id).asset)
    try {
      while (!halted) {
        const { state, terms } = of(id)
        if (steering.isWorking()) {
          if (terms.kind === 'scale') {
            await runScale(terms, children, steering, ports)
            look(of(id))
          } else await runSlices(terms, children, steering, ports)
        } else if (state === 'paused' && takesBack.delete(id)) await broughtBack(id, children.endAll)
        else if (state === 'stopping') await takenBack(id, children.endAll)
        else return
      }
    } finally {
      release()
    }
  }

  async function broughtBack(id: string, endAll: () => Promise<boolean>): Promise<void> {
    if ((await endAll()) || halted || of(id).state !== 'paused') return
    const words = 'Not all that rested could be taken back. Look at the open orders, and cancel there what is to go.'
    report('error', titleOf(of(id), 'paused'), words)
  }

  async function takenBack(id: string, endAll: () => Promise<boolean>): Promise<void> {
    const isBack = await endAll()
    if (halted || of(id).state !== 'stopping') return
    const { message } = of(id)
    const words = isBack ? '' : ' Not all that rested could be taken back: look at the open orders.'
    finish(id, 'stopped', `${message ?? ''} ${filledWords(of(id), actionLog)}${words}`.trim())
  }

  function drive(id: string): void {
    if (running.has(id) || halted) return
    const run: Run = { wake: () => {} }
    running.set(id, run)
    turns(id, run)
      .catch((error: unknown) => {
        log.error({ err: error, algo: id }, 'an algo order stopped on an unforeseen error')
        if (isAlgoFinal(of(id).state)) return
        // What it had begun is known to its actions; nothing more is begun by itself.
        keep({ ...of(id), state: 'paused', message: `It stopped in the middle: ${wordsOf(error)}` })
        report('error', titleOf(of(id), 'paused'), `It stopped in the middle: ${wordsOf(error)}`)
      })
      .finally(() => {
        running.delete(id)
        listeners.notify()
        // Asked for as the last turn ended.
        const state = records.get(id)?.state
        if (state === 'stopping' || (state === 'paused' && takesBack.has(id))) drive(id)
      })
  }

  /** A scale is done once none of its orders rests any more. */
  function look(record: StoredAlgo): void {
    if (record.state === 'resting' && allOver(record, actionLog))
      finish(record.id, 'done', filledWords(record, actionLog))
  }

  actionLog.onChange((action) => {
    const of = action.held?.id
    if (of === undefined || !records.has(of) || halted) return
    running.get(of)?.wake()
    const record = records.get(of)
    if (record !== undefined) look(record)
    listeners.notify()
  })
  ports.onThrottled(({ id }) => {
    const record = records.get(id)
    if (record === undefined || isAlgoFinal(record.state) || record.state === 'stopping') return
    const words = ports.throttled(record.account, id) ?? 'Its orders filled too fast.'
    pause(id, words, { isTold: true, takesBack: true })
  })

  return {
    records,
    listeners,
    keep,
    write,
    isRunning: (id) => running.has(id),
    drive,
    pause,
    stop,
    takeUp(record) {
      const { id, state } = record
      if (state === 'resting') return look(record)
      if (state === 'working') {
        const words = 'The terminal ended while it was at work. Look at it: it goes on only when you say so.'
        writeAnyway(id, { state: 'paused', message: words })
        report('error', titleOf(record, 'paused'), words)
      } else if (state === 'stopping') {
        const words = 'The terminal ended while it took back what rested: look at the open orders.'
        writeAnyway(id, { state: 'stopped', message: words })
        report('error', titleOf(record, 'stopped'), words)
      }
    },
    waitsOf: (id) => waiting.get(id) ?? null,
    halt() {
      halted = true
      for (const { wake } of running.values()) wake()
    },
  }
}

const WHAT = { done: 'done', ended: 'ended', stopped: 'stopped' } as const
