/** Windows: how they are created and placed, their deployments, the restrictions on their pages, and the source of those pages. */

export { createAppProtocol } from './app-protocol.ts'
export { askNatively, chooseFile, chooseFileToRead, chooseNatively, type FileKind } from './dialogs.ts'
export { closeNetwork, hardenContents, hardenSession, hardenSessions } from './hardening.ts'
export {
  createWindowMenus,
  createWindowQuestions as createWindowAsks,
  giveContextMenus,
  type WindowMenus,
  type WindowQuestions as WindowAsks,
  windowListOf,
} from './menus.ts'
export { type LayoutWindow, openLayout } from './open-layout.ts'
export { askAboutHung, createRevival } from './page-failures.ts'
export { createPanelMoves, type PanelMoves, type WindowAt } from './panel-moves.ts'
export type { DisplayArea } from './placement.ts'
export { createWindowGroups, type WindowGroups } from './window-groups.ts'
export { draftWrites, LayoutTooLarge, readWindowLayout, saveWindowLayout } from './window-layouts.ts'
export { WindowManager } from './window-manager.ts'
export { PARTITION } from './window-options.ts'
export { createWindowTopics, type FirstBook, type WindowTopics, watchFirstBook } from './window-topics.ts'
