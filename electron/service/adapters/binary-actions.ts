/** Answers of the binary routes to `{}` and to a `submit` array (docs/service/binary.md#setup). */
import type { Size } from '../../../contract/decimal.ts'
import type { PreparedAction, SubmitAck } from '../types.ts'
import type { Wire } from '../wire.ts'
import { onlyResult } from './exchange-answer.ts'
import { preparedActionOf, submitAckOf } from './prepared-action.ts'

/** The leverage actions to sign. An answer with `ready` and without actions has none. */
export function setupActionsOf(answer: Wire): readonly PreparedAction[] {
  if (answer.isList || answer.at('data').isList) return answer.items().map(preparedActionOf)
  const setup = answer.unwrapped('setup')
  const actions = setup.at('actions')
  if (actions.missing && setup.at('ready').optional((ready) => ready.flag()) === true) return []
  return actions.items().map(preparedActionOf)
}

/** The current leverage setup; every field may be missing. */
interface SetupResult {
  readonly leverage: number | null
  readonly ready: boolean | null
}

/** The answer to a submitted setup. */
export function setupResultOf(answer: Wire): SetupResult {
  const result = answer.unwrapped('result')
  return {
    leverage: result.at('leverage').optional((wire) => wire.integer()),
    ready: result.at('ready').optional((wire) => wire.flag()),
  }
}

/** The answer to a submitted prediction or close. */
export function binaryAckOf(answer: Wire): SubmitAck {
  const ack = submitAckOf(answer)
  if (ack.filled != null) return ack
  const contracts = onlyResult(answer).unwrapped('result').at('filled_contracts')
  return { ...ack, filled: contracts.optional((wire) => wire.decimal<Size>()) }
}
