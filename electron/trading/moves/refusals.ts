/** Why the order of a move or a reversal may not go out any more. */
import { type Refusal, STOPPED } from '../actions/index.ts'

export const OTHER_WALLET: Refusal = {
  code: 'identity_changed',
  message: 'Another wallet is signed in now.',
  field: null,
}

/** What was stopped before it left; null where nothing stopped it. */
export const stopRefusal = (words: string | null): Refusal | null =>
  words === null ? null : { code: STOPPED, message: words, field: null }
