/** Cancels the orders that are selected, each as an action of its own: their rows say what becomes of each. */
import { useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { cancelStateOf } from '../../orders/index.ts'

interface CancelSelected {
  /** How many of those that are selected are not being cancelled yet. */
  readonly count: number
  readonly busy: boolean
  /** Why some of them were not taken; null while nothing went wrong. */
  readonly failure: string | null
  readonly ask: () => void
}

export function useCancelSelected(selected: readonly Order[], actions: readonly ActionRecord[]): CancelSelected {
  const call = useCall()
  const [state, setState] = useState<Pick<CancelSelected, 'busy' | 'failure'>>({ busy: false, failure: null })
  const left = selected.filter(({ oid }) => !cancelStateOf(oid, actions).cancelling)
  return {
    ...state,
    count: left.length,
    ask() {
      if (state.busy) return
      setState({ busy: true, failure: null })
      const asked = left.map(({ asset, oid, cloid }) =>
        call('submit', { requestId: crypto.randomUUID(), intent: { kind: 'cancel', asset, oid, cloid } }),
      )
      void Promise.allSettled(asked).then((answers) => {
        const [failed] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
        setState({ busy: false, failure: failed === undefined ? null : wordsOf(failed.reason) })
      })
    },
  }
}
