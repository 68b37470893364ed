/** An action that was found by an id, its own or one of its order's, however long ago it was. */
import type { ActionRecord } from './action.ts'

export interface FoundAction {
  /** The action's own. */
  readonly id: string
  /** The month in which it was made, UTC, where it is archived: `2026-01`; null where it is not. */
  readonly archivedIn: string | null
  /** Null where the archive of its month cannot be read. */
  readonly action: ActionRecord | null
  /** Why not, in words. */
  readonly failure: string | null
}
