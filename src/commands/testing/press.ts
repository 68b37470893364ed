/** Presses of keys as tests make them. */
import type { Press } from '../keys.ts'

/** A press of the place `code` on the keyboard, with nothing held unless `more` says so. */
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
