/** The command table: every action of a window, from which palette, sheet of keys, menus and hints are generated. */

export { importedKeyConflicts, type KeyGroup } from './chosen-keys.ts'
export { type Command, runCommand } from './command.ts'
export { KeyEditor } from './key-editor.tsx'
export { followPrintedKeys, isMac, keyText, type Press } from './keys.ts'
export { CommandButton, useLeaderKeyAway as useLeadAway } from './lead-away.tsx'
export { commandFor as commandForPress, listenForKeys } from './listen.ts'
export { menuEntries, nativeMenu } from './native-menu.ts'
export { overlayCommands, useIsOpen } from './overlay.tsx'
export { Palette } from './palette.tsx'
export {
  CommandTable,
  type Entry,
  type EntryProvider,
  hintOf,
  table,
  useCommandHint,
  useCommandKey,
  useCommandList,
  useCommands,
  useProvider,
} from './registry.ts'
export { groupsFor, keyGroupsFor, keyLabels, searchAll } from './search.ts'
export { Sheet } from './sheet.tsx'
