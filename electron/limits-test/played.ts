/** How a play ends other than by having been played. */
import type { LimitField } from '../../contract/limits.ts'

/** It cannot be tried, with why. */
export class NotPlayable extends Error {}

/** Another limit holds first: it is set aside, and the play begins anew. */
export class SetAside extends Error {
  readonly field: LimitField
  constructor(field: LimitField) {
    super(`${field} holds first`)
    this.field = field
  }
}

/** What the play was worked out from has moved meanwhile: it begins anew. */
export class Moved extends Error {}

/** The trader does not want to know any more. */
export class Cancelled extends Error {}
