/** From the preview of a scale or slices to its start: one preview at a time, with one request id for all confirmations. */
import type { AlgoCheck, AlgoOrder, AlgoRequest } from '../../contract/algo.ts'
import { BY_FORM } from '../../contract/safety-locks.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { errorText } from '../bridge/index.ts'

/** Confirm appears where a button was just clicked: it is disabled for this long after the check. */
export const HEEDS_AFTER_MS = 400

/** A preview, with main's answer once it has arrived. */
export interface Previewed {
  readonly order: AlgoOrder
  /** Main starts one parent order per id: a retry after a lost answer starts nothing twice. */
  readonly requestId: string
  readonly check: AlgoCheck | null
}

export interface AlgoSessionState {
  readonly previewed: Previewed | null
  /** Whether the check has been shown long enough for a click to be intentional. */
  readonly heeds: boolean
  readonly sending: boolean
  readonly failure: string | null
  /** Id of the last one started here. */
  readonly begun: string | null
}

/** Number of successive clicks at the same place: 2 for the second click of a double click, 0 for a key. */
export interface Press {
  readonly detail: number
}

interface AlgoSessionOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly newId: () => string
  readonly check: (order: AlgoOrder) => Promise<AlgoCheck>
  readonly begin: (request: AlgoRequest) => Promise<{ readonly id: string }>
  /** It was started: its draft is used up. */
  readonly onBegun: (order: AlgoOrder) => void
}

export interface AlgoSession {
  readonly read: () => AlgoSessionState
  readonly subscribe: (onChange: () => void) => Cancel
  readonly preview: (order: AlgoOrder) => void
  readonly confirm: (press: Press) => void
  /** Drops the preview; not once it is pending. */
  readonly back: () => void
  /** The draft changed: the message of the last attempt is obsolete. */
  readonly typed: () => void
}

const NOTHING: AlgoSessionState = { previewed: null, heeds: false, sending: false, failure: null, begun: null }

export function createAlgoSession({ clock, newId, check, begin, onBegun }: AlgoSessionOptions): AlgoSession {
  let state = NOTHING
  let heeding: Cancel | null = null
  const listeners = new Set<() => void>()
  const set = (next: Partial<AlgoSessionState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const isCurrent = (requestId: string): boolean => state.previewed?.requestId === requestId
  const drop = (next: Partial<AlgoSessionState>): void => {
    heeding?.()
    heeding = null
    set({ previewed: null, heeds: false, sending: false, failure: null, ...next })
  }
  const checked = (previewed: Previewed): void => {
    if (!isCurrent(previewed.requestId)) return
    set({ previewed })
    heeding = clock.after(HEEDS_AFTER_MS, () => set({ heeds: true }))
  }

  return {
    read: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    preview(order) {
      if (state.previewed !== null) return
      const requestId = newId()
      drop({ previewed: { order, requestId, check: null }, begun: null })
      check(order).then(
        (answer) => checked({ order, requestId, check: answer }),
        (error: unknown) => {
          if (isCurrent(requestId)) drop({ failure: errorText(error) })
        },
      )
    },
    confirm({ detail }) {
      const { previewed, heeds, sending } = state
      if (detail > 1 || !heeds || sending || previewed?.check == null || previewed.check.issues.length > 0) return
      const { order, requestId, check: answer } = previewed
      set({ sending: true, failure: null })
      // The reason that shortens it was in the confirmed preview.
      begin({ ...order, requestId, by: BY_FORM, acceptsUntil: answer.early !== null }).then(
        ({ id }) => {
          if (isCurrent(requestId)) drop({ begun: id })
          onBegun(order)
        },
        (error: unknown) => {
          if (isCurrent(requestId)) set({ sending: false, failure: errorText(error) })
        },
      )
    },
    back() {
      if (!state.sending) drop({})
    },
    typed() {
      if (state.failure !== null) set({ failure: null })
    },
  }
}
