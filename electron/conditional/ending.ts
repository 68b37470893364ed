/** Ends what is held by the trader's word, as long as nothing of it has triggered. */
import { isConditionalFinal } from '../../contract/conditional.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import { mayEnd } from './plan-group.ts'
import type { ConditionalSteps } from './steps.ts'
import { BY_TRADER } from './telling.ts'

interface Ending {
  /** Ends all exits of a plan that have not triggered. @throws CallError when there is none. */
  cancelPlan(planId: string): void
  /** @throws CallError when it has triggered or ended already. */
  cancel(id: string): void
}

const notSaved = (): CallError => new CallError('not_saved', 'The end could not be written: it is watched on.')

export function createEnding({
  shownOnes,
  steps,
}: {
  /** Those of the wallet that is signed in, or was signed in last. */
  readonly shownOnes: () => readonly StoredConditional[]
  readonly steps: Pick<ConditionalSteps, 'apply'>
}): Ending {
  return {
    cancelPlan(planId) {
      const open = shownOnes().filter(
        ({ plan, state }) => plan.id === planId && (state === 'armed' || state === 'waiting'),
      )
      if (open.length === 0) throw new CallError('unknown', 'No exit of this plan is watched any more.')
      const detail = BY_TRADER
      if (!steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))) throw notSaved()
    },
    cancel(id) {
      const record = shownOnes().find((one) => one.id === id)
      if (record === undefined) throw new CallError('unknown', 'There is no such conditional order.')
      if (steps.apply([[id, { type: 'cancelled', detail: BY_TRADER }]])) return
      const ended = isConditionalFinal(record.state)
      if (!ended && mayEnd(record)) throw notSaved()
      throw new CallError(
        'too_late',
        ended ? `It has ended: ${record.state}.` : 'It has triggered; its close is under way.',
      )
    },
  }
}
