/** Cancels own orders. A cancel is always sent: it needs neither arming nor current prices. */
import { useCallback, useRef, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { useMarketData } from '../market-data/index.ts'
import type { Submission } from '../trade-forms/index.ts'

/** The pending actions on a resting order, from the list of actions. */
export interface CancelState {
  readonly cancelling: boolean
  /** Why the newest cancel failed, in the message of whoever refused it. */
  readonly failure: string | null
}

/** The state of the newest cancel of an order; `actions` are newest first. */
export function cancelStateOf(oid: string, actions: readonly ActionRecord[]): CancelState {
  const newest = actions.find(({ intent }) => intent.kind === 'cancel' && intent.oid === oid)
  if (newest === undefined) return { cancelling: false, failure: null }
  if (!isFinal(newest.state)) return { cancelling: true, failure: null }
  const failed = newest.state === 'refused' || newest.state === 'rejected' || newest.state === 'expired'
  return { cancelling: false, failure: failed ? (newest.message ?? 'The cancel failed.') : null }
}

/**
 * Whether an order's row must stay rendered, however far it is scrolled away: until the list of actions has the cancel, or where it never will, only
 * the row knows of the click.
 */
export const keepsRow = (submission: Submission['state'], unlisted: boolean): boolean =>
  submission === 'sending' || submission === 'failed' || (submission === 'accepted' && unlisted)

const NO_ACTIONS: readonly ActionRecord[] = []

interface Cancels {
  readonly cancel: (orders: readonly Order[]) => void
  /** Why the last failed cancel was refused, as text; null if there was none. */
  readonly failure: string | null
  /** Its message has been read, or something else was clicked since. */
  readonly forget: () => void
}

export function useCancels(): Cancels {
  const call = useCall()
  const { store } = useMarketData()
  /** One request per order: a second click requests the same cancel, which is executed once. */
  const requests = useRef(new Map<string, string>())
  const [failure, fail] = useState<string | null>(null)
  const cancel = useCallback(
    (orders: readonly Order[]) => {
      fail(null)
      const actions = store.read({ kind: 'actions' }) ?? NO_ACTIONS
      for (const { oid, asset, cloid } of orders) {
        const { cancelling, failure: refused } = cancelStateOf(oid, actions)
        if (cancelling) continue
        if (refused !== null) requests.current.delete(oid)
        const requestId = requests.current.get(oid) ?? crypto.randomUUID()
        requests.current.set(oid, requestId)
        call('submit', { requestId, intent: { kind: 'cancel', asset, oid, cloid } }).catch((error: unknown) => {
          // A refused one may be requested again.
          requests.current.delete(oid)
          fail(errorText(error))
        })
      }
    },
    [call, store],
  )
  return { cancel, failure, forget: useCallback(() => fail(null), []) }
}
