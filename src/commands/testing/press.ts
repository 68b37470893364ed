/** Key presses for tests. */
import type { Press } from '../keys.ts'

/** A press of the physical key `code`, without modifiers unless `more` sets them. */
export const press = (code: string, more: Partial<Press> = {}): Press => ({
  code,
  key: code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  altGraph: false,
  ...more,
})
