/** Calls about windows: layouts, titles, panels that move between them, and workspaces. */

import type { WebContents } from 'electron'
import { CallError } from '../errors.ts'
import type { Handlers } from '../ipc/index.ts'
import type { LayoutStore, MarketChoicesStore } from '../storage/index.ts'
import type { Notices } from '../topics/index.ts'
import {
  draftWrites,
  LayoutTooLarge,
  type PanelMoves,
  readWindowLayout,
  saveWindowLayout,
  type WindowAsks,
  type WindowAt,
  type WindowGroups,
  type WindowManager,
  type WindowMenus,
} from '../windows/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import { inText, noResult, withCallError } from './call-deployment.ts'
import { askToDeleteWorkspace } from './questions.ts'

// Saves the layout of a window; a failure is shown as a notice, since the window itself shows nothing of it.

/** Keys of the notices. */
const TOO_LARGE = 'layout-too-large'
const NOT_WRITTEN = 'layouts-not-written'

interface LayoutReporting {
  readonly layouts: LayoutStore
  readonly notices: Pick<Notices, 'put' | 'clear'>
}

/** Reports in a notice whether layouts can be written: most are written after the call that saved them has returned. */
const reportLayoutWrites = ({ layouts, notices }: LayoutReporting): void =>
  reportWrites(layouts, notices, NOT_WRITTEN, 'Window layouts are not saved')

/** Reports the same for the markets of link groups, and for favorites. */
export const reportFailedChoices = (
  choices: Pick<MarketChoicesStore, 'watchWrites'>,
  notices: LayoutReporting['notices'],
): void => reportWrites(choices, notices, 'choices-not-written', 'Link group markets and favorites are not saved')

function reportWrites(
  store: Pick<LayoutStore, 'watchWrites'>,
  notices: LayoutReporting['notices'],
  key: string,
  title: string,
): void {
  store.watchWrites((failure) => {
    if (failure === null) notices.clear(key)
    else notices.put(key, 'warning', title, failure.message)
  })
}

/** Saves a layout, and keeps a notice while it is too large. @throws Error with the notice's text */
function saveOrReport(
  { layouts, notices }: LayoutReporting,
  window: string,
  profile: string,
  layout: Readonly<Record<string, unknown>>,
): void {
  try {
    saveWindowLayout(layouts, window, profile, layout)
    notices.clear(TOO_LARGE)
  } catch (error) {
    if (error instanceof LayoutTooLarge) {
      notices.put(TOO_LARGE, 'warning', 'The layout of a window is not saved', error.message)
    }
    throw error
  }
}

export interface WindowCallsOptions {
  readonly groups: Pick<WindowGroups<unknown>, 'openAnother' | 'profileOf'>
  readonly layouts: LayoutStore
  readonly notices: Pick<Notices, 'put' | 'clear'>
  readonly windows: Pick<WindowManager, 'nameOf' | 'setTitle' | 'awaitsPage' | 'pageBegan' | 'otherAt'> & {
    readonly places: Pick<WindowManager['places'], 'openAt' | 'openBeside'>
  }
  readonly moves: Pick<PanelMoves, 'move' | 'moveToNew' | 'take'>
  readonly workspaces: Workspaces
  readonly menus: Pick<WindowMenus, 'set'>
  readonly asks: Pick<WindowAsks, 'take'>
  /** Whether there was user input in a window since its page started; and resets that. */
  readonly userInput: { wasAt(contents: WebContents): boolean; forget(contents: WebContents): void }
}

type WindowCalls = Pick<
  Handlers,
  | 'readLayout'
  | 'saveLayout'
  | 'setTitle'
  | 'setMenu'
  | 'takeAsked'
  | 'openWindow'
  | 'movePanel'
  | 'takePanels'
  | 'saveWorkspace'
  | 'saveWorkspaceAs'
  | 'openWorkspace'
  | 'openTemplate'
  | 'resetWorkspace'
  | 'renameWorkspace'
  | 'duplicateWorkspace'
  | 'deleteWorkspace'
  | 'exportWorkspace'
  | 'previewWorkspace'
  | 'importWorkspace'
>

interface OpeningWorkspaces {
  /** A workspace opens and replaces the windows' content, on the deployment of the calling window. */
  readonly workspaceOpens: (window: WebContents) => void
}

export function windowCalls(options: WindowCallsOptions & OpeningWorkspaces): WindowCalls {
  const { workspaceOpens, groups, layouts, windows, moves, workspaces, menus, asks, userInput } = options
  const at = (window: WebContents): WindowAt => ({ name: windows.nameOf(window), profile: groups.profileOf(window) })
  /** Runs a function without a result that throws errors with messages. */
  const done = (run: () => void): null => {
    inText('not_saved', () => large(run))
    return null
  }
  const later = async (run: Promise<void>): Promise<null> => {
    await run.catch(withCallError('not_arranged'))
    return null
  }
  /** Windows whose page has read its layout and not saved it yet. The first save normalizes the sizes, and is no change by the user. */
  const awaitingFirstSave = new WeakSet<WebContents>()
  reportLayoutWrites(options)
  return {
    readLayout(_input, window) {
      windows.pageBegan(window)
      awaitingFirstSave.add(window)
      userInput.forget(window)
      const { name, profile } = at(window)
      const layout = readWindowLayout(layouts, name, profile)
      if (layout === null) workspaces.firstStart(profile)
      return layout
    },
    saveLayout({ layout }, window) {
      const { name, profile } = at(window)
      if (windows.awaitsPage(window)) {
        // It is about to show another layout: only the drafts of the old one count.
        return done(() => layouts.saveLayouts(draftWrites(layouts, name, profile, layout)))
      }
      if (awaitingFirstSave.delete(window)) userInput.forget(window)
      const before = readWindowLayout(layouts, name, profile)
      inText('not_saved', () => saveOrReport(options, name, profile, layout))
      workspaces.layoutSaved(profile, { before, after: layout, isUserChange: userInput.wasAt(window) })
      return null
    },
    setMenu: ({ items }, window) => noResult(menus.set(window, items)),
    takeAsked: ({ seq }, window) => noResult(asks.take(window, seq)),
    setTitle: ({ title }, window) => noResult(windows.setTitle(window, title)),
    openWindow: (_input, window) => groups.openAnother(window).then(() => null),
    async movePanel({ panel, layout, to }, window) {
      const from = at(window)
      const toOpen = (open: string): { window: string } => {
        done(() => moves.move(from, open, { panel, layout }))
        workspaces.userChanged(from.profile)
        return { window: open }
      }
      if ('window' in to) return toOpen(to.window)
      // A drop over another window is meant for that one.
      const under = to.at === null ? null : windows.otherAt(window, to.at)
      if (under !== null) return toOpen(under)
      const name = await groups
        .openAnother(window, (opened) => {
          const undo = large(() => moves.moveToNew(from, opened, { layout, newWindow: to.newWindow }))
          if (to.at === null) windows.places.openBeside(opened, from.name)
          else windows.places.openAt(opened, to.at)
          return undo
        })
        .catch(withCallError('not_moved'))
      return { window: name }
    },
    takePanels: ({ ids, layout }, window) => done(() => moves.take(at(window), ids, layout)),

    saveWorkspace: (_input, window) => done(() => workspaces.save(at(window).profile)),
    saveWorkspaceAs: ({ name }, window) => done(() => workspaces.saveAs(at(window).profile, name)),
    openWorkspace: ({ name, discard }, window) => {
      workspaceOpens(window)
      return later(workspaces.open(at(window).profile, name, discard))
    },
    openTemplate: (template, window) => {
      workspaceOpens(window)
      const { name: first, profile } = at(window)
      return later(workspaces.openTemplate(profile, { ...template, first }))
    },
    resetWorkspace: (_input, window) => {
      workspaceOpens(window)
      return later(workspaces.reset(at(window).profile))
    },
    renameWorkspace: ({ name, to }) => done(() => workspaces.rename(name, to)),
    duplicateWorkspace: ({ name, to }) => done(() => workspaces.duplicate(name, to)),
    deleteWorkspace: {
      loosens: ({ name }) => askToDeleteWorkspace(name),
      run: ({ name }) => done(() => workspaces.remove(name)),
    },
    exportWorkspace: ({ name }) => ({ text: workspaces.exportText(name) }),
    previewWorkspace: ({ text, kinds }) => workspaces.preview(text, kinds),
    importWorkspace: ({ text, name }) => workspaces.take(text, name).then(noResult),
  }
}

/** Converts a too large layout to an error for the window. */
function large<Value>(run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    if (error instanceof LayoutTooLarge) throw new CallError('layout_too_large', error.message, 'layout')
    throw error
  }
}
