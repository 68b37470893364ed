/** Cancels the orders and exits that are selected, each by itself: their rows say what becomes of each. */
import { useState } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { cancelStateOf } from '../../orders/index.ts'

/** What is selected, of what there is now. */
export interface Selected {
  readonly orders: readonly Order[]
  readonly exits: readonly ConditionalView[]
}

interface CancelSelected {
  /** How many of those that are selected are not being canceled yet. */
  readonly count: number
  readonly busy: boolean
  /** Why some of them were not taken; null while nothing went wrong. */
  readonly failure: string | null
  readonly ask: () => void
}

/** Of what is selected, what a cancel would still change: not what is being canceled, is over, or closes at this moment. */
export const cancellable = ({ orders, exits }: Selected, actions: readonly ActionRecord[]): Selected => ({
  orders: orders.filter(({ oid }) => !cancelStateOf(oid, actions).cancelling),
  exits: exits.filter(({ state }) => state !== 'submitted' && !isConditionalFinal(state)),
})

/** @param off why no order can be canceled; null where they can. Exits are held here, and can always be. */
export function useCancelSelected(
  selected: Selected,
  actions: readonly ActionRecord[],
  off: string | null,
): CancelSelected {
  const call = useCall()
  const [state, setState] = useState<Pick<CancelSelected, 'busy' | 'failure'>>({ busy: false, failure: null })
  const left = cancellable(off === null ? selected : { ...selected, orders: [] }, actions)
  return {
    ...state,
    count: left.orders.length + left.exits.length,
    ask() {
      if (state.busy) return
      setState({ busy: true, failure: null })
      const asked: readonly Promise<unknown>[] = [
        ...left.orders.map(({ asset, oid, cloid }) =>
          call('submit', { requestId: crypto.randomUUID(), intent: { kind: 'cancel', asset, oid, cloid } }),
        ),
        ...left.exits.map(({ id }) => call('cancelConditional', { id })),
      ]
      void Promise.allSettled(asked).then((answers) => {
        const [failed] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
        setState({ busy: false, failure: failed === undefined ? null : wordsOf(failed.reason) })
      })
    },
  }
}
