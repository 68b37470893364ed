/** Listens for the keys of commands: one listener per window. */
import { endNewest, escapeGoal, heldLayers, isBehindModals, openModal } from '../ui/index.ts'
import { type Command, runCommand } from './command.ts'
import { hasMod, isComposed, isPressOf, type Press, pressOf } from './keys.ts'
import type { CommandTable } from './registry.ts'

/** Position of the focus. */
export interface Place {
  /** In a text field: keys without Ctrl or Cmd type text there. */
  readonly inText: boolean
  /** In a dialog or an open menu: its keys are its own. */
  readonly inDialog: boolean
  /** The kind of the focused panel; null outside of panels. */
  readonly panel: string | null
}

/** Keys that type nothing, so that they work in a field too. */
const WRITES_NOTHING = /^F([1-9]|1[0-9]|2[0-4])$/

/**
 * The command of a key press; null for a press that repeats, is part of an input method's composition, types into a field, or belongs to a dialog. An
 * unavailable command keeps its key, so that the press does nothing else.
 * @param areOff among the commands whose keys are off, instead of the others
 */
export function commandFor(
  commands: readonly Command[],
  press: Press,
  place: Place,
  isMac: boolean,
  areOff = false,
): Command | null {
  if (press.repeat || press.isComposing || press.key === 'Process' || place.inDialog) return null
  if (place.inText && !hasMod(press, isMac) && !WRITES_NOTHING.test(press.code)) return null
  const pressed = commands.filter(
    ({ keys, keysOff, trades }) =>
      (keysOff === true) === areOff &&
      !(trades === true && place.inText) &&
      keys?.some((key) => isPressOf(key, press, isMac)) === true,
  )
  const own = place.panel === null ? undefined : pressed.find(({ scope }) => scope === `panel/${place.panel}`)
  const others = pressed.filter(({ scope }) => !scope.startsWith('panel/'))
  // AZERTY has the minus on a digit: what a key types precedes its place.
  const bySign = others.find(({ keys }) => keys?.some((key) => 'sign' in key && isPressOf(key, press, isMac)))
  return own ?? bySign ?? others[0] ?? null
}

const DIALOGS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const NO_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'color', 'file'])

function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !NO_TEXT.has(element.type)
  return element.closest('textarea, select, [contenteditable="true"]') !== null || takesNextKeys(element)
}

/** Whether the element replaced a text field: the next keys were meant for that. */
export const takesNextKeys = (element: { matches(selector: string): boolean }): boolean =>
  element.matches('[data-keeps-keys]')

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return { inText: false, inDialog: false, panel: null }
  return {
    inText: takesText(target),
    inDialog: target.closest(DIALOGS) !== null,
    panel: target.closest<HTMLElement>('[data-panel]')?.dataset.panel ?? null,
  }
}

/** Returns the focus to a modal, which receives the press instead of its target. */
function giveTo(modal: HTMLElement, event: KeyboardEvent): void {
  event.stopPropagation()
  // Keys with Ctrl or Cmd keep their system function: copying, closing the window.
  if (!event.ctrlKey && !event.metaKey) event.preventDefault()
  modal.focus()
  modal.dispatchEvent(new KeyboardEvent(event.type, event))
}

/**
 * Runs the commands of a table by their keys. The focused element does not receive the press of a command; while a modal is open no press runs one.
 * `onImpossible` is called for an unavailable one, `onOff` for a press that would run one if its keys were not off. Returns a function that stops it.
 */
export function listenForKeys(
  table: CommandTable,
  isMac: boolean,
  onImpossible: (command: Command, reason: string) => void,
  onOff: () => void,
): () => void {
  const down = (event: KeyboardEvent): void => {
    // It edits text and nothing else: an Enter that ends a composition must send no order from any field.
    if (isComposed(event)) {
      event.stopImmediatePropagation()
      return
    }
    const modal = openModal()
    if (modal !== null && isBehindModals(event.target)) {
      giveTo(modal, event)
      return
    }
    if (event.key === 'Escape') {
      if (event.repeat) return
      const goal = escapeGoal(placeOf(event.target), heldLayers())
      // The focused field or panel handles Esc before the safety locks do.
      if (goal !== 'preview' && goal !== 'drag' && goal !== 'estimate') return
      event.preventDefault()
      event.stopPropagation()
      endNewest(goal)
      return
    }
    const [press, place] = [pressOf(event), placeOf(event.target)]
    const command = commandFor(table.commands, press, place, isMac)
    if (command === null) {
      if (commandFor(table.commands, press, place, isMac, true) !== null) onOff()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (!runCommand(command, 'key')) onImpossible(command, command.impossible ?? '')
  }
  const afterAll = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.repeat || event.defaultPrevented) return
    const goal = escapeGoal(placeOf(event.target), heldLayers())
    if (goal === 'field') leaveField(event.target)
    if (goal === 'catch') endNewest(goal)
  }
  window.addEventListener('keydown', down, { capture: true })
  window.addEventListener('keydown', afterAll)
  return () => {
    window.removeEventListener('keydown', down, { capture: true })
    window.removeEventListener('keydown', afterAll)
  }
}

/** Moves the focus from a field to its panel, so that the panel's keys work from there. */
function leaveField(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target !== document.activeElement) return
  const panel = target.closest<HTMLElement>('[data-panel]')
  if (panel === null) {
    target.blur()
    return
  }
  panel.tabIndex = -1
  panel.focus()
}
