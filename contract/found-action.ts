/** An action that was found by an id, its own or one of its order's, however long ago it was. */
import type { ActionRecord } from './action.ts'

export interface FoundAction {
  /** The action's own. */
  readonly id: string
  /** Null where it cannot be read. */
  readonly action: ActionRecord | null
  /** Why not, in words. */
  readonly failure: string | null
}
