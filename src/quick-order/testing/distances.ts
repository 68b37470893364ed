/** Close distances of lines and keys in tests: the defaults of the settings. */
import type { Family } from '../../../contract/account.ts'
import { price } from '../../../contract/decimal.ts'
import type { CloseDistance } from '../../../contract/protection.ts'

export const DEFAULT_DISTANCES: { readonly scalar: CloseDistance; readonly probability: CloseDistance } = {
  scalar: { distance: price('0.10'), bound: price('1') },
  probability: { distance: price('0.02'), bound: price('0.05') },
}

/** For a position in a market of a family. */
export const quickOrderDistance = (family: Family): CloseDistance =>
  DEFAULT_DISTANCES[family === 'scalar' ? 'scalar' : 'probability']
