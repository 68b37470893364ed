/**
 * Holds every fill against what the window showed when its order was sent, as the journal has it. A fill is looked at a moment after it came
 * in, when its order has its id, and what fills were looked at stands on disk: none is left out by an end of the terminal.
 */
import type { Fill } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { familyOfFill, shownPriceOf, slippageOf } from '../../contract/books/index.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { FillSlippage, PastOf, SlippageStore } from '../storage/index.ts'

interface GotOptions {
  readonly store: SlippageStore
  readonly whose: () => PastOf | null
  readonly fills: Pick<FillRecords, 'onNew' | 'since'>
  /** The actions that made these orders. */
  readonly actionsOf: (oids: readonly string[]) => readonly ActionRecord[]
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'error'>
  /** Some are new. */
  readonly onKept: () => void
}

export interface GotKeeper {
  start(): void
  stop(): void
  /** Another wallet: begins with what of its fills was not looked at. */
  identityChanged(): void
}

/** After a fill its order's answer may be under way, ms: it is looked at after this at the soonest, after twice this at the latest. */
const SETTLES = 4_000
/** A fill may be listed this long after its time, ms: those before the last that was looked at are looked at once more after a start. */
const LATE = 86_400_000
/** Fills looked at in one turn: a few ms. */
const MOST = 50

export function createGotKeeper({ store, whose, fills, actionsOf, clock, log, onKept }: GotOptions): GotKeeper {
  /** What came in since those that wait were gathered. */
  let fresh: Fill[] = []
  /** Gathered, oldest first. */
  let pending: Fill[] = []
  let next: Cancel | null = null
  let cancel: Cancel | null = null

  function soon(ms: number): void {
    if (cancel !== null && pending.length + fresh.length > 0) next ??= clock.after(ms, look)
  }

  function look(): void {
    next = null
    const of = whose()
    if (of === null) return
    if (pending.length === 0) {
      gather()
      return
    }
    // Oldest first, so that all before the last one were looked at.
    const some = pending.slice(0, MOST)
    try {
      const slippages = slippagesOf(some)
      store.keep(of, slippages, some.at(-1)?.time ?? 0)
      pending = pending.slice(some.length)
      if (slippages.length > 0) onKept()
      if (pending.length > 0) soon(0)
      else gather()
    } catch (error) {
      log.error({ err: error }, 'fills could not be held against what was shown')
      soon(SETTLES)
    }
  }

  function gather(): void {
    pending = fresh.toSorted((a, b) => a.time - b.time)
    fresh = []
    soon(SETTLES)
  }

  function slippagesOf(some: readonly Fill[]): readonly FillSlippage[] {
    const oids = [...new Set(some.flatMap(({ oid }) => (oid === null ? [] : [oid])))]
    const actions = new Map(actionsOf(oids).map((action) => [action.oid, action]))
    return some.flatMap((fill): FillSlippage[] => {
      const action = fill.oid === null ? undefined : actions.get(fill.oid)
      const slippage = action === undefined ? null : slippageOf(fill, shownPriceOf(action))
      if (action === undefined || slippage === null) return []
      const { tid, asset, size, time } = fill
      return [{ tid, family: familyOfFill(fill), asset, kind: kindOf(action), size, slippage, time }]
    })
  }

  function add(fills: readonly Fill[]): void {
    for (const one of fills) fresh.push(one)
    soon(SETTLES)
  }

  function begin(): void {
    fresh = []
    pending = []
    next?.()
    next = null
    const of = whose()
    if (of !== null) add(fills.since(Math.max(0, store.until(of) - LATE)).rows)
  }

  return {
    start() {
      cancel = fills.onNew(add)
      begin()
    },
    stop() {
      cancel?.()
      cancel = null
      next?.()
      next = null
    },
    identityChanged: begin,
  }
}

const kindOf = ({ held, intent }: ActionRecord): string => held?.what ?? intent.kind
