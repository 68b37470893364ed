/** Windows: how they are made, where they open, which deployment each is on, what their pages may do, and where those come from. */

export { createAppProtocol } from './app-protocol.ts'
export { type ArrangedWindow, arrange } from './arrange.ts'
export { askNatively, chooseFile, chooseFileToRead, chooseNatively, type FileKind } from './dialogs.ts'
export { closeNetwork, hardenContents, hardenSession, hardenSessions } from './hardening.ts'
export {
  createWindowAsks,
  createWindowMenus,
  giveContextMenus,
  type WindowAsks,
  type WindowMenus,
  windowListOf,
} from './menus.ts'
export { askAboutHung, createRevival } from './page-failures.ts'
export { createPanelMoves, type PanelMoves, type WindowAt } from './panel-moves.ts'
export type { DisplayArea } from './placement.ts'
export { createWindowGroups, type WindowGroups } from './window-groups.ts'
export { draftWrites, LayoutTooLarge, readWindowLayout, saveWindowLayout } from './window-layouts.ts'
export { WindowManager } from './window-manager.ts'
export { PARTITION } from './window-options.ts'
export { createWindowTopics, type FirstBook, type WindowTopics, watchFirstBook } from './window-topics.ts'
