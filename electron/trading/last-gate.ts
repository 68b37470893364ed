/** What is asked once more right before something that adds exposure is signed: minutes may have passed since it was checked. */
import type { AccountView } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import type { Money } from '../../contract/decimal.ts'
import { addsExposure } from '../../contract/order-asked-for.ts'
import type { ActionLog, Refusal } from './actions/index.ts'
import { accountFor, dayLossOf } from './plans/index.ts'
import type { Exposure, Limits } from './risk/index.ts'

interface LastGateOptions {
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly exposure: Pick<Exposure, 'positionRefusal'>
  /** Why it may not go out for the kill of the deployment, or null: the first that is asked, and the last. */
  readonly killed: (id: string) => Refusal | null
  /** Why it may not go out, by what of the trader's is in the market already, or null. */
  readonly entryRefusal: (id: string) => Promise<Refusal | null>
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  readonly limits: () => Limits
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  readonly dayResult: () => Promise<Money>
}

export interface LastGate {
  /** Whoever asks for an action is asked again at the gate. */
  permit(id: string, refusal: () => Refusal | null): void
  /** So is whoever gives their word on it, besides; of several words the last one counts. */
  permitWord(id: string, refusal: () => Refusal | null): void
  /** Why it may not be signed any more, or null. */
  refusal(id: string): Promise<Refusal | null>
}

export function createLastGate({ actionLog, exposure, limits, entryRefusal, ...options }: LastGateOptions): LastGate {
  const permits = new Map<string, () => Refusal | null>()
  const words = new Map<string, () => Refusal | null>()
  // Not yet at `sent`: what the service did not take is prepared again, and asked again before it is signed again.
  actionLog.onChange(({ id, state }) => {
    if (!isFinal(state) && state !== 'resting' && state !== 'partly_filled') return
    permits.delete(id)
    words.delete(id)
  })

  return {
    permit: (id, refusal) => void permits.set(id, refusal),
    permitWord: (id, refusal) => void words.set(id, refusal),
    async refusal(id) {
      const action = actionLog.get(id)
      if (action === null || !addsExposure(action.intent)) return null
      const barred = options.killed(id) ?? permits.get(id)?.() ?? words.get(id)?.() ?? null
      if (barred !== null) return barred
      const met = await entryRefusal(id)
      if (met !== null) return met
      const asset = 'asset' in action.intent ? action.intent.asset : null
      if (asset !== null) {
        const read = await accountFor({ account: options.account, limits }, asset)
        const tooFar = read.ok ? exposure.positionRefusal(id) : read.error
        if (tooFar !== null) return tooFar
      }
      // Once more: the reads above may have taken seconds.
      return (await dayLossOf(limits(), options.dayResult)) ?? options.killed(id)
    },
  }
}
