/** Executes one action from its journalled intent to the service's answer. Later reads are not its concern. */
import { type ActionState, isFinal } from '../../../contract/action.ts'
import type { Clock } from '../../../contract/time.ts'
import { ServiceError } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import { IllegalStep, isBeforeSent, STOPPED } from '../actions/index.ts'
import type { AgentIntent, AnyPlan, Planner } from '../plans/index.ts'
import { type AgentSignedOptions, createAgentSigned } from './agent-signed.ts'
import { type ActionStepsOptions, createActionSteps } from './carry-out.ts'
import { type Confirmations, createConfirmations } from './confirmations.ts'
import { createQueue } from './queues.ts'
import { nothingMore, refusalOf } from './refusal.ts'
import { createWalletSigned, type WalletSignedOptions } from './wallet-signed.ts'

interface RunnerOptions extends ActionStepsOptions, AgentSignedOptions, Omit<WalletSignedOptions, 'steps'> {
  readonly clock: Clock
  readonly plan: Planner
  /** Something was sent: reads should follow. */
  readonly onSent: (action: StoredAction) => void
}

interface Runner extends Pick<Confirmations, 'confirm' | 'confirmEstimate'> {
  /** Checks a drafted action and journals it; resolves as soon as it is journalled or refused. Never throws. */
  begin(id: string): Promise<void>
}

/** Simultaneous submits: of cancels, and of everything else. */
const SUBMITS_AT_ONCE = { cancel: 8, rest: 1 }
/** A submit without an answer lets the next one start after this long, ms. */
const LONGEST_SUBMIT = 2_000

export function createRunner(options: RunnerOptions): Runner {
  const { actionLog, clock, log } = options
  const queue = createQueue(SUBMITS_AT_ONCE, { clock, longest: LONGEST_SUBMIT })
  const confirmations = createConfirmations(actionLog, clock)
  const steps = createActionSteps(options)
  const { known, refuse } = steps
  const walletSigned = createWalletSigned({ ...options, steps })
  const planAgain = (id: string) => planned(id, known(id).intent as AgentIntent, true)
  const agentSigned = createAgentSigned(options, { steps, confirmations, queue, planAgain })

  async function begin(id: string): Promise<void> {
    try {
      const { intent } = known(id)
      let first: AnyPlan | null = null
      if (intent.kind !== 'approve_agent') {
        first = await planned(id, intent, false)
        if (first === null) return
      }
      await actionLog.apply(id, { type: 'check_passed' }, { type: 'journalled' })
      void carryOut(id, first).catch((error) => giveUp(id, error))
    } catch (error) {
      await giveUp(id, error)
    }
  }

  /** The plan, or null when the action is refused. */
  async function planned(id: string, intent: AgentIntent, again: boolean): Promise<AnyPlan | null> {
    try {
      const result = await options.plan(id, intent, known(id).cloid, again)
      if (result.ok) return result.value
      await refuse(id, result.error)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const refusal = refusalOf(error)
      const nothingSent = error.kind === 'held_back' ? { message: `${error.message} ${nothingMore(known(id))}` } : {}
      await refuse(id, { ...refusal, ...nothingSent })
    }
    return null
  }

  /** @param first the plan that it was accepted with; null for the agent's approval, which is not planned. */
  async function carryOut(id: string, first: AnyPlan | null): Promise<void> {
    if (first === null) await walletSigned.approve(id)
    else if (first.kind === 'direct') await queue('rest', () => walletSigned.direct(id, first))
    else if (first.kind === 'user') await walletSigned.prepared(id, first)
    else await agentSigned(id, first)
    const action = actionLog.get(id)
    if (action !== null) options.onSent(action)
  }

  /** Ends an action after an unexpected error: refused when nothing was sent, else left to the reads. */
  async function giveUp(id: string, error: unknown): Promise<void> {
    const action = actionLog.get(id)
    const state: ActionState = action?.state ?? 'refused'
    /** Stopped while this waited for the service or for the trader: no step can follow, and none has to. */
    if (error instanceof IllegalStep && isFinal(state) && action?.code === STOPPED) return
    const message = error instanceof Error ? error.message : String(error)
    log.error({ action: id, state, err: error }, 'an action stopped on an unforeseen error')
    if (isBeforeSent(state)) {
      const text = `${message} ${action === null ? 'Nothing was sent.' : nothingMore(action)}`
      await refuse(id, { code: 'internal', message: text, field: null })
    } else await actionLog.offer(id, { type: 'no_answer', refusal: { code: 'internal', message, field: null } })
  }

  const { confirm, confirmEstimate } = confirmations
  return { begin, confirm, confirmEstimate }
}
