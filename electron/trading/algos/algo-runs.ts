/** The runs of parent orders: the one turn of each that is under way, and what pauses, stops and ends it. */
import type { Address } from '../../../contract/address.ts'
import {
  ALGO_TRANSITIONS,
  type AlgoRecord,
  type AlgoState,
  type AlgoTerms,
  isAlgoFinal,
} from '../../../contract/algo.ts'
import type { Listen } from '../../../contract/listeners.ts'
import type { Cancel } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { createWorkRecords, messageOf } from '../../multi-step/index.ts'
import type { AlgoStore, StoredAlgo } from '../../storage/index.ts'
import { refuseUnsent } from '../moves/index.ts'
import { createChildren, createReturned } from './children.ts'
import type { AlgoNews, AlgoPorts, Steering } from './interface.ts'
import { runScale } from './scale.ts'
import { runSlices } from './slices.ts'
import { allOver, filledText, notBackText, viewOf } from './views.ts'

/** State of one run. */
interface Run {
  /** Ends its current sleep. */
  wake: () => void
}

export interface RunsOptions {
  readonly store: AlgoStore
  readonly profile: string
  readonly ports: AlgoPorts
  readonly address: () => Address | null
  readonly onIdentity: Listen
  readonly onNews: (news: AlgoNews) => void
  readonly log: Log
}

interface PauseHow {
  /** Whether the trader is notified: not of their own actions. */
  readonly isReported: boolean
  /** Whether the resting orders of a scale are canceled; those of slices always are. */
  readonly takesBack: boolean
}

type Occasion = 'paused' | 'done' | 'ended' | 'stopped' | 'reopened'

/** Titles of notices, by the asset. */
const TITLES: Readonly<Record<AlgoTerms['kind'], Readonly<Record<Occasion, (asset: string) => string>>>> = {
  scale: {
    paused: (asset) => `Scale in ${asset} paused`,
    done: (asset) => `Scale in ${asset} done`,
    ended: (asset) => `Scale in ${asset} ended with its market`,
    stopped: (asset) => `Scale in ${asset} stopped`,
    reopened: (asset) => `Scale in ${asset}: an ended order was still open`,
  },
  slices: {
    paused: (asset) => `Slices in ${asset} paused`,
    done: (asset) => `Slices in ${asset} done`,
    ended: (asset) => `Slices in ${asset} ended with their market`,
    stopped: (asset) => `Slices in ${asset} stopped`,
    reopened: (asset) => `Slices in ${asset}: an ended order was still open`,
  },
}

const titleOf = ({ terms, asset }: StoredAlgo, occasion: Occasion): string => TITLES[terms.kind][occasion](asset)

export function createAlgoRuns({ store, ports, onNews, log, profile, address, onIdentity }: RunsOptions) {
  const { actionLog, serverTime } = ports
  const running = new Map<string, Run>()
  /** Paused parents whose resting orders are to be canceled. */
  const takesBack = new Set<string>()
  /** Why a parent sends nothing at this moment, by id. */
  const waiting = new Map<string, string>()
  let halted = false
  const isHalted = (): boolean => halted
  const records = createWorkRecords<StoredAlgo>({
    ...{
      topic: 'algos',
      what: 'algo order',
      store,
      profile,
      address,
      log,
      states: ALGO_TRANSITIONS,
      onChange: onIdentity,
    },
    isBusy: (id) => running.has(id) || returned.isAt(id),
    viewOf: (record) => viewOf(record, waiting.get(record.id) ?? null, ports),
  })
  const { changed } = records
  function of(id: string): StoredAlgo {
    const record = records.get(id)
    if (record === null) throw new Error(`no algo order ${id}`)
    return record
  }
  const withChange = (id: string, change: Partial<AlgoRecord>): StoredAlgo => ({
    ...of(id),
    ...change,
    changedAt: serverTime(),
  })
  const write = (id: string, change: Partial<AlgoRecord>): void => records.write(withChange(id, change))
  const writeAnyway = (id: string, change: Partial<AlgoRecord>): void =>
    void records.writeAnyway(withChange(id, change))
  const returned = createReturned({
    childrenOf: (id) => createChildren(steer(id, { wake: () => {} }), ports),
    actionLog,
    onEnded(id, isBack) {
      // A terminal that quits reads nothing more: the outcome is unknown.
      if (halted) return
      const text = isBack
        ? 'One of its orders, reported as ended, was still open and was canceled.'
        : `One of its orders, reported as ended, was still open. ${notBackText(of(id), actionLog)}`
      report('error', titleOf(of(id), 'reopened'), text)
      changed()
    },
    log,
  })
  /** What the work of a parent order can see of it and do with it. */
  const steer = (id: string, run: Run): Steering => ({
    now: () => of(id),
    write: (change) => write(id, change),
    isWorking: () => !isHalted() && of(id).state === 'working' && ports.isCurrent(of(id).account),
    isHalted,
    pause: (text) => pause(id, text, { isReported: true, takesBack: false }),
    finish: (state, text) => finish(id, state, text),
    waits(text) {
      if ((waiting.get(id) ?? null) === text) return
      if (text === null) waiting.delete(id)
      else waiting.set(id, text)
      changed()
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        let cancel: Cancel = () => {}
        const done = (): void => {
          cancel()
          run.wake = () => {}
          resolve()
        }
        cancel = ports.clock.after(ms, done)
        run.wake = done
      }),
  })

  const report = (level: AlgoNews['level'], title: string, text: string): void => onNews({ level, title, text })

  const takeBackUnsent = ({ children }: StoredAlgo, text: string): void => {
    for (const { id } of children) refuseUnsent(actionLog, id, text)
  }

  function pause(id: string, text: string, how: PauseHow): void {
    const record = of(id)
    if (how.takesBack || record.terms.kind === 'slices') takesBack.add(id)
    waiting.delete(id)
    writeAnyway(id, { state: 'paused', message: text })
    takeBackUnsent(record, 'Paused before this was sent.')
    running.get(id)?.wake()
    if (how.isReported) report('error', titleOf(record, 'paused'), `${text} It sends nothing until you resume it.`)
    drive(id)
  }

  function finish(id: string, state: Extract<AlgoState, 'done' | 'ended' | 'stopped'>, text: string): void {
    waiting.delete(id)
    takesBack.delete(id)
    writeAnyway(id, { state, message: text })
    report(state === 'ended' ? 'error' : 'info', titleOf(of(id), state), text)
  }

  function stop(id: string, text: string, cancel: boolean): void {
    const record = of(id)
    if (isAlgoFinal(record.state)) return
    waiting.delete(id)
    // Its end decides what becomes of its resting orders.
    takesBack.delete(id)
    const open = cancel && !allOver(record, actionLog)
    writeAnyway(id, { state: open ? 'stopping' : 'stopped', message: text })
    takeBackUnsent(record, 'Stopped before this was sent.')
    running.get(id)?.wake()
    drive(id)
  }

  /** Every state asks for something; turns follow one another until none does. */
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
        else if (state === 'stopping') await cancelResting(id, children.endAll)
        else return
      }
    } finally {
      release()
    }
  }

  async function broughtBack(id: string, endAll: () => Promise<boolean>): Promise<void> {
    if ((await endAll()) || halted || of(id).state !== 'paused') return
    const text = notBackText(of(id), actionLog)
    writeAnyway(id, { message: `${of(id).message ?? ''} ${text}`.trim() })
    report('error', titleOf(of(id), 'paused'), text)
  }

  async function cancelResting(id: string, endAll: () => Promise<boolean>): Promise<void> {
    const isBack = await endAll()
    if (halted || of(id).state !== 'stopping') return
    const record = of(id)
    const parts = [record.message, filledText(record, actionLog), isBack ? null : notBackText(record, actionLog)]
    finish(id, 'stopped', parts.filter((part) => part !== null).join(' '))
  }

  /** Makes it do what its state asks for, unless it already does. */
  function drive(id: string): void {
    if (running.has(id) || halted) return
    const run: Run = { wake: () => {} }
    running.set(id, run)
    turns(id, run)
      .catch((error: unknown) => {
        log.error({ err: error, algo: id }, 'an algo order stopped on an unforeseen error')
        if (isAlgoFinal(of(id).state)) return
        // The actions know what it had begun; nothing more is started automatically.
        const rests = allOver(of(id), actionLog) ? '' : ` ${notBackText(of(id), actionLog)}`
        const message = `It stopped halfway: ${messageOf(error)}${rests}`
        records.keep({ ...of(id), state: 'paused', message })
        report('error', titleOf(of(id), 'paused'), message)
      })
      .finally(() => {
        running.delete(id)
        changed()
        // Requested as the last turn ended.
        const state = records.get(id)?.state
        if (state === 'stopping' || (state === 'paused' && takesBack.has(id))) drive(id)
      })
  }

  /** A scale is done once none of its orders rests. */
  function look(record: StoredAlgo): void {
    if (record.state === 'resting' && allOver(record, actionLog))
      finish(record.id, 'done', filledText(record, actionLog))
  }

  actionLog.onChange((action) => {
    const of = action.held?.id
    const record = of === undefined ? null : records.get(of)
    if (record === null || halted) return
    running.get(record.id)?.wake()
    look(record)
    returned.look(record, action.id)
    changed()
  })
  ports.onThrottled(({ id }) => {
    const record = records.get(id)
    if (record === null || isAlgoFinal(record.state) || record.state === 'stopping') return
    const text = ports.throttled(record.account, id) ?? 'Its orders filled too fast.'
    pause(id, text, { isReported: true, takesBack: true })
  })

  return {
    records,
    /** Writes to disk, then to memory. @throws Error */
    write,
    /** Updates memory in any case: what blocks a parent must block it even when the disk write fails. */
    writeAnyway,
    isRunning: (id: string): boolean => running.has(id),
    drive,
    pause,
    stop,
    /** Takes over a record of an earlier run. */
    takeUp(record: StoredAlgo): void {
      const { id, state, terms } = record
      const announce = (next: 'paused' | 'stopped', text: string): void => {
        writeAnyway(id, { state: next, message: text })
        report('error', titleOf(record, next), text)
      }
      if (state === 'resting') look(record)
      else if (state === 'working') announce('paused', 'Isotherm quit while it was running. Check it, then resume it.')
      else if (state === 'stopping') announce('stopped', 'Isotherm quit while canceling its orders. Check open orders.')
      else if (terms.kind === 'slices' && !allOver(record, actionLog))
        announce('paused', `Isotherm quit before its orders were canceled. ${notBackText(record, actionLog)}`)
    },
    halt(): void {
      halted = true
      for (const { wake } of running.values()) wake()
    },
  }
}
