/** From the preview of a parent order to its begin: one preview at a time, whose request is one however often it is confirmed. */
import type { AlgoCheck, AlgoOrder, AlgoRequest } from '../../contract/algo.ts'
import { BY_FORM } from '../../contract/catches.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { wordsOf } from '../bridge/index.ts'

/** Confirm comes to lie where a button was just pressed: for so long after the check nothing is confirmed. */
export const HEEDS_AFTER_MS = 400

/** A preview, with main's answer once it has come. */
export interface Previewed {
  readonly order: AlgoOrder
  /** Main begins one parent order of an id: a second try after a lost answer begins nothing twice. */
  readonly requestId: string
  readonly check: AlgoCheck | null
}

export interface AlgoSessionState {
  readonly previewed: Previewed | null
  /** Whether the check has stood long enough to be meant by a press. */
  readonly heeds: boolean
  readonly sending: boolean
  readonly failure: string | null
  /** Id of what was begun here last. */
  readonly begun: string | null
}

/** How often the same place was pressed in a row: the second press of a double click says 2, a key 0. */
export interface Press {
  readonly detail: number
}

interface AlgoSessionOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly newId: () => string
  readonly check: (order: AlgoOrder) => Promise<AlgoCheck>
  readonly begin: (request: AlgoRequest) => Promise<{ readonly id: string }>
  /** It was begun: what was typed for it is used up. */
  readonly onBegun: (order: AlgoOrder) => void
}

export interface AlgoSession {
  readonly read: () => AlgoSessionState
  readonly subscribe: (onChange: () => void) => Cancel
  readonly preview: (order: AlgoOrder) => void
  readonly confirm: (press: Press) => void
  /** Drops the preview; not once it is on its way. */
  readonly back: () => void
  /** Something was typed: what was said of the last try is over. */
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
          if (isCurrent(requestId)) drop({ failure: wordsOf(error) })
        },
      )
    },
    confirm({ detail }) {
      const { previewed, heeds, sending } = state
      if (detail > 1 || !heeds || sending || previewed?.check == null || previewed.check.issues.length > 0) return
      const { order, requestId, check: answer } = previewed
      set({ sending: true, failure: null })
      // What shortens it stood in the preview that is confirmed.
      begin({ ...order, requestId, by: BY_FORM, acceptsUntil: answer.early !== null }).then(
        ({ id }) => {
          if (isCurrent(requestId)) drop({ begun: id })
          onBegun(order)
        },
        (error: unknown) => {
          if (isCurrent(requestId)) set({ sending: false, failure: wordsOf(error) })
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
