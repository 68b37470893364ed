/** Accepts an intent: it is journalled or refused before anything else happens, once for each request id. */

import type { Intent } from '../../contract/intent.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Log } from '../log/index.ts'
import { type ActionLog, newCloid, type Refusal } from './actions/index.ts'
import type { Trading, TradingKeys, TradingRecord } from './interface.ts'
import type { Overrides } from './risk/index.ts'

interface IntakeOptions {
  readonly actionLog: ActionLog
  readonly keys: TradingKeys
  readonly onStep: TradingRecord['onStep']
  /** Executes the accepted action. */
  readonly begin: (id: string) => Promise<void>
  /** Registers a check of the requester, repeated right before signing. */
  readonly permit: (id: string, refusal: () => Refusal | null) => void
  /** Receives what a window sent before it is journalled, and returns the limits it may exceed. */
  readonly overrides: Pick<Overrides, 'sent'>
  readonly log: Log
}

/** A direct order has no field for a client order id; for shares the service assigns it. */
const takesCloid = (intent: Intent): boolean =>
  intent.kind === 'place' ? intent.signer !== 'wallet' : intent.kind === 'close' && !isCoin(intent.asset)

/** An intent that cannot be written is refused, and the refusal is shown like any other. */
export function createIntake({
  actionLog,
  keys,
  onStep,
  begin,
  permit,
  overrides,
  log,
}: IntakeOptions): Trading['submit'] {
  const { identity } = keys
  return async (requestId, intent, { refusal = () => null, shown, attempt, step, held, window } = {}) => {
    if (actionLog.has(requestId)) return { actionId: requestId, repeated: true }
    const account = identity.address()
    const cloid = takesCloid(intent) ? newCloid(keys.randomBytes) : null
    const refuse = (code: Refusal['code'], message: string) =>
      actionLog.offer(requestId, { type: 'refused', refusal: { code, message, field: null }, mismatches: [] })
    try {
      const overrode = window === undefined ? undefined : overrides.sent(requestId, { intent, account, window })
      const of = { account: account ?? '', cloid, shown, attempt, step, held, overrode }
      const drafted = actionLog.open(requestId, intent, of)
      await onStep?.('drafted', drafted)
    } catch (error) {
      log.error({ err: error }, 'an intent could not be journalled')
      await refuse(
        'journal_failed',
        `The journal could not be written, so nothing was sent: ${(error as Error).message}`,
      )
      return { actionId: requestId, repeated: false }
    }
    const blocked = refusal()
    if (account === null) await refuse('signed_out', identity.reason() ?? COMMON.notSignedIn)
    else if (blocked !== null) await refuse(blocked.code, blocked.message)
    else {
      permit(requestId, refusal)
      await begin(requestId)
    }
    return { actionId: requestId, repeated: false }
  }
}
