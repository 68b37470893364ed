/** Which command a press of a key is for. Pure. */
import type { Command } from './command.ts'
import { hasMod, isPressOf, type Press } from './keys.ts'

/** Where the focus is. */
export interface Place {
  /** In a field that takes text: there, keys without Ctrl or Cmd write. */
  readonly inText: boolean
  /** In a dialog or an open menu: its keys are its own. */
  readonly inDialog: boolean
  /** The kind of the panel that has the focus; null outside of panels. */
  readonly panel: string | null
}

/** Keys that write nothing, so that they count in a field too. */
const WRITES_NOTHING = /^F([1-9]|1[0-9]|2[0-4])$/

/**
 * The command that a press is for; null for none: one that repeats, is part of an input method's composition, writes into a field, or belongs to
 * a dialog. A command that is impossible has its key too, so that the press does nothing else.
 */
export function commandFor(commands: readonly Command[], press: Press, place: Place, isMac: boolean): Command | null {
  if (press.repeat || press.isComposing || press.key === 'Process' || place.inDialog) return null
  if (place.inText && !hasMod(press, isMac) && !WRITES_NOTHING.test(press.code)) return null
  const pressed = commands.filter(
    ({ keys, keysOff, trades }) =>
      keysOff !== true &&
      !(trades === true && place.inText) &&
      keys?.some((key) => isPressOf(key, press, isMac)) === true,
  )
  const own = place.panel === null ? undefined : pressed.find(({ scope }) => scope === `panel/${place.panel}`)
  return own ?? pressed.find(({ scope }) => !scope.startsWith('panel/')) ?? null
}
