/**
 * One click, one order. A submission gets its request id when the click comes; a click that follows while it is being accepted, or
 * that belongs to the same double click, repeats the same id, which is never carried out twice.
 */
import type { Intent } from '../../contract/intent.ts'

/** `answered` false: nothing came back, so main may have taken it; asking for the same again repeats the id. */
export type Submission =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly requestId: string; readonly intent: Intent }
  | { readonly state: 'accepted'; readonly requestId: string; readonly intent: Intent; readonly actionId: string }
  | {
      readonly state: 'failed'
      readonly requestId: string
      readonly intent: Intent
      readonly message: string
      readonly answered: boolean
    }

export const idle: Submission = { state: 'idle' }

/** A press of a button that submits. `clicks` is the browser's count of clicks in quick succession (0 from the keyboard). */
interface Press {
  readonly intent: Intent
  readonly clicks: number
}

/**
 * The request that a press stands for. While one is being accepted every press repeats it, whatever it asks for. The second click of
 * a double click repeats what was sent when it asks for the same order, at whatever price: that of a market order follows the market
 * between the two clicks. A press after a submission that got no answer repeats it when it asks for exactly the same.
 */
export function requestFor(
  current: Submission,
  press: Press,
  newId: () => string,
): { readonly requestId: string; readonly intent: Intent } {
  if (current.state === 'sending') return current
  if (current.state === 'failed' && !current.answered && sameIntent(current.intent, press.intent)) return current
  const doubled = press.clicks > 1 && current.state === 'accepted' && sameButForPrice(current.intent, press.intent)
  return doubled ? current : { requestId: newId(), intent: press.intent }
}

const textOf = (fields: object): string => JSON.stringify(Object.entries(fields).sort())

/** Whether two intents ask for exactly the same. */
const sameIntent = (a: Intent, b: Intent): boolean => textOf(a) === textOf(b)

const sameButForPrice = (a: Intent, b: Intent): boolean => textOf(withoutPrice(a)) === textOf(withoutPrice(b))

function withoutPrice(intent: Intent): object {
  switch (intent.kind) {
    case 'place':
      return { ...intent, price: null }
    case 'predict':
    case 'binary_predict':
    case 'close':
      return { ...intent, protection: null }
    case 'outcome_order':
      return { ...intent, mode: intent.mode.kind }
    default:
      return intent
  }
}
