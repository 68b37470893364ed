/**
 * Runs the terminal's built main, preload and renderer bundles, unchanged, in an installed Chromium, where Electron's binary is not available. For
 * development, tests and practice. Entry point is `register.ts`; main then gets `electron.ts`.
 */
export { Browser, createProfile, findChromium } from './browser/index.ts'
export {
  BOXES_FOR_PARENT,
  type BoxAnswer,
  type FileAnswer,
  type PendingFileDialog,
  type PendingMessageBox,
} from './dialog.ts'
export { listedOnly } from './listed-only.ts'
export { PAGE_SCRIPT } from './page-script.ts'
export {
  ACTIONS_FROM_PARENT,
  type TestAction,
  type TestActionDone,
  type TestActionRequest,
  type WindowSeen,
} from './test-actions.ts'
