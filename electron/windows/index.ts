/** Windows: how they are made, where they open, which deployment each is on, what their pages may do, and where those come from. */
export { createAppProtocol } from './app-protocol.ts'
export { type FirstBook, watchFirstBook } from './first-book.ts'
export { hardenContents, hardenSession } from './hardening.ts'
export { createRevival } from './revival.ts'
export { createWindowGroups, type WindowGroups } from './window-groups.ts'
export { readWindowLayout, saveWindowLayout } from './window-layouts.ts'
export { WindowManager } from './window-manager.ts'
export { createWindowTopics, type WindowTopics } from './window-topics.ts'
