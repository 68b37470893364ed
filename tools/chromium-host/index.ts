/**
 * Runs the terminal's built main, preload and renderer bundles, unchanged, in a Chromium that the system has, where Electron's binary
 * cannot be had. For development, tests and practice. Entered through `register.ts`; `electron.ts` is what main then gets.
 */
export { Browser, createProfile, findChromium } from './browser/index.ts'
export {
  DEEDS_FROM_PARENT,
  type Deed,
  type PreviewActionAsked,
  type PreviewActionDone,
  type WindowSeen,
} from './deeds.ts'
export { BOXES_FOR_PARENT, type BoxAnswer, type BoxAsked, type FileAnswer, type FileAsked } from './dialog.ts'
export { listedOnly } from './listed-only.ts'
export { PAGE_SCRIPT } from './page-script.ts'
