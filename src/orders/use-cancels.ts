/** Cancels own orders. A cancel always goes: it asks for no arming and for no current prices. */
import { useCallback, useRef, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useMarketData } from '../market-data/index.ts'
import { cancelStateOf } from './cancel-state.ts'

const NO_ACTIONS: readonly ActionRecord[] = []

export interface Cancels {
  readonly cancel: (orders: readonly Order[]) => void
  /** Why the last cancel that came to nothing was not taken, in words; null while none was. */
  readonly failure: string | null
  /** What was said of it is read, or something else was pressed since. */
  readonly forget: () => void
}

export function useCancels(): Cancels {
  const call = useCall()
  const { store } = useMarketData()
  /** One request an order: a second press asks for the same cancel, which is carried out once. */
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
          // What was refused may be asked for again.
          requests.current.delete(oid)
          fail(wordsOf(error))
        })
      }
    },
    [call, store],
  )
  return { cancel, failure, forget: useCallback(() => fail(null), []) }
}
