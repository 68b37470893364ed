/** Sets leverage 2 on the binary assets for an action that finds it missing: as an action of its own, once for each. */
import type { Clock } from '../../contract/time.ts'
import { type ActionLog, allOver, derivedId, type Refusal } from './actions/index.ts'
import type { Trading } from './interface.ts'

/** A prediction waits at most this long for the leverage that it needs, ms: it may wait for the trader's word. */
const SETUP_WITHIN = 60_000

/** The result says why the leverage was not set, or null. */
export const createBinarySetup =
  (actionLog: ActionLog, clock: Clock, submit: Trading['submit']) =>
  async (forAction: string): Promise<Refusal | null> => {
    const id = derivedId(forAction, 'binary_setup')
    await submit(id, { kind: 'binary_setup' })
    await allOver([{ id }], SETUP_WITHIN, { actionLog, clock })
    const end = actionLog.get(id)
    if (end?.state === 'done') return null
    const words = end?.message ?? 'It has not come to an end yet; try again when it has.'
    return { code: end?.code ?? 'leverage_not_set', message: `Leverage 2 was not set: ${words}`, field: null }
  }
