/**
 * Compares every fill with the figures in the window when its order was sent, from the journal. A fill is evaluated shortly after it arrived, when
 * its order has its id. The pending ones are on disk: a shutdown loses none, and one turn never reads more than it can process.
 */
import { type Fill, fillIdOf } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { familyOfFill, shownPriceOf, slippageOf } from '../../contract/books/index.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { FillSlippage, PastOf, SlippageStore } from '../storage/index.ts'

interface SlippageRecorderOptions {
  readonly store: SlippageStore
  readonly whose: () => PastOf | null
  readonly fills: Pick<FillRecords, 'onNew'>
  /** The actions that created these orders. */
  readonly actionsOf: (oids: readonly string[]) => readonly ActionRecord[]
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'error'>
  /** Fires when there are new ones. */
  readonly onKept: () => void
}

/** After a fill its order's answer may still be under way, ms: it is evaluated after this at the earliest, after twice this at the latest. */
const SETTLES = 4_000
/** Number of fills per turn: a few ms. */
const MAX = 50
/** Number of turns between two reports while more fills are pending. */
const REPORT_EVERY = 40

export function createSlippageRecorder({
  store,
  whose,
  fills,
  actionsOf,
  clock,
  log,
  onKept,
}: SlippageRecorderOptions) {
  /** Fills up to this number are old enough. */
  let upTo = 0
  let next: Cancel | null = null
  let cancel: Cancel | null = null
  /** Turns with stored results that were not reported yet. */
  let unreported = 0

  /** Fills that arrived so far are evaluated once they are old enough. */
  function gather(): void {
    const of = whose()
    const last = of === null ? null : store.lastDue(of)
    if (cancel === null || next !== null || last === null) return
    upTo = last
    next = clock.after(SETTLES, look)
  }

  function look(): void {
    next = null
    const of = whose()
    if (of === null) return
    try {
      const due = store.due(of, upTo, MAX)
      const last = due.at(-1)
      if (last !== undefined) {
        const slippages = slippagesOf(due.flatMap(({ fill }) => (fill === null ? [] : [fill])))
        store.keep(of, slippages, last.number)
        if (slippages.length > 0) unreported++
      }
      const isAll = due.length < MAX
      if (unreported >= REPORT_EVERY || (isAll && unreported > 0)) {
        unreported = 0
        onKept()
      }
      if (isAll) gather()
      else next = clock.after(0, look)
    } catch (error) {
      log.error({ err: error }, 'slippage of fills could not be computed')
      next = clock.after(SETTLES, look)
    }
  }

  function slippagesOf(some: readonly Fill[]): readonly FillSlippage[] {
    const oids = [...new Set(some.flatMap(({ oid }) => (oid === null ? [] : [oid])))]
    const actions = new Map(actionsOf(oids).map((action) => [action.oid, action]))
    return some.flatMap((fill): FillSlippage[] => {
      const action = fill.oid === null ? undefined : actions.get(fill.oid)
      const slippage = action === undefined ? null : slippageOf(fill, shownPriceOf(action))
      if (action === undefined || slippage === null) return []
      const { asset, size, time } = fill
      return [{ fill: fillIdOf(fill), family: familyOfFill(fill), asset, kind: kindOf(action), size, slippage, time }]
    })
  }

  /** Another wallet: starts with its pending fills. */
  function begin(): void {
    next?.()
    next = null
    unreported = 0
    gather()
  }

  return {
    start(): void {
      cancel = fills.onNew(gather)
      begin()
    },
    stop(): void {
      cancel?.()
      cancel = null
      next?.()
      next = null
    },
    identityChanged: begin,
  }
}

const kindOf = ({ held, intent }: ActionRecord): string => held?.what ?? intent.kind
