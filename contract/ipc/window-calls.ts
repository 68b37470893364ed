/** The window that calls (its layout, panels, markets, clipboard), its desktop, and workspaces. */
import { z } from 'zod'
import { menuItems } from '../desktop.ts'
import { LINK_GROUPS } from '../link.ts'
import { safeLine, safeLines } from '../safe-schema.ts'
import {
  LONGEST_EXPORT,
  MOST_WINDOWS,
  type WorkspacePreview,
  windowLayout,
  windowName,
  windowTitle,
  workspaceName,
} from '../workspace.ts'
import { call, marketRef, nothing, READ } from './call.ts'

const screenPoint = z.strictObject({
  x: z.number().int().min(-100_000).max(100_000),
  y: z.number().int().min(-100_000).max(100_000),
})

/** What a window says of itself, and asks for itself. */
export const windowCalls = {
  /** Hands the page the port on which topics are pushed (`FRAMES_PORT`); a port that it had before is closed. */
  openFrames: call<null>()({ from: 'any', rate: 'watching', hand: 'no' }, nothing),
  /** Starts pushing a topic to this window; its current payload comes with the next frame. */
  watch: call<null>()({ from: 'any', rate: 'watching', hand: 'no' }, z.strictObject({ topic: z.string().max(200) })),
  unwatch: call<null>()({ from: 'any', rate: 'watching', hand: 'no' }, z.strictObject({ topic: z.string().max(200) })),
  /** The layout this window last saved, or null; `drafts` in it only where they were saved on the deployment that the window is on. */
  readLayout: call<Readonly<Record<string, unknown>> | null>()(READ, nothing),
  saveLayout: call<null>()({ from: 'any', rate: 'layouts', hand: 'no' }, z.strictObject({ layout: windowLayout })),
  /** Names the window that calls, by what it shows; '' for what a window without a name is called. */
  setTitle: call<null>()({ from: 'any', rate: 'titles', hand: 'no' }, z.strictObject({ title: windowTitle })),
  /**
   * Moves a panel out of the window that calls. `layout` is that window's without it: both are kept in one write, so that the panel is in one
   * place at any time. In a window that is open it is one of `arriving_panels` until that takes it; should that window close before, it comes
   * back. A new window opens with `newWindow` as its layout, its title bar about `at` (DIP of the screen) where that is given; where another window
   * of the deployment is seen at that point, the panel goes to that one instead.
   */
  movePanel: call<{ readonly window: string }>()(
    { from: 'any', rate: ({ to }) => ('newWindow' in to ? 'windows' : 'layouts'), hand: 'no' },
    z.strictObject({
      panel: windowLayout,
      layout: windowLayout,
      to: z.union([
        z.strictObject({ window: windowName }),
        z.strictObject({ newWindow: windowLayout, at: screenPoint.nullable() }),
      ]),
    }),
  ),
  /** The window that calls has put arriving panels into its layout, which is kept in the same write. Fails when one of them is not its own any more. */
  takePanels: call<null>()(
    { from: 'any', rate: 'layouts', hand: 'no' },
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(50), layout: windowLayout }),
  ),
  /** Shows a market in every panel of a link group, over all windows of the deployment. */
  setLink: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ group: z.literal(LINK_GROUPS), market: marketRef }),
  ),
  /** Keeps a market at hand, or no longer, for all windows of the deployment. */
  setFavourite: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ market: marketRef, favourite: z.boolean() }),
  ),
  /** Points the charts of a link group at a time, in every window; null when the panel is pointed at no more. `by` is the panel. */
  pointAt: call<null>()(
    { from: 'any', rate: 'pointing', hand: 'no' },
    z.strictObject({
      group: z.literal(LINK_GROUPS),
      time: z.number().nonnegative().nullable(),
      by: z.string().min(1).max(80),
    }),
  ),
  dismissNotice: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, z.strictObject({ id: z.string().max(80) })),
  openWindow: call<null>()({ from: 'any', rate: 'windows', hand: 'no' }, nothing),
  /** Puts plain text on the clipboard (an order id, an address, the rows of a table); secrets never come this way. */
  copyText: call<null>()(
    { from: 'any', rate: 'copies', hand: 'loosening' },
    z.strictObject({ text: z.string().max(8_000_000) }),
  ),
  /** Puts a picture on the clipboard: a PNG in base64, at most 8192 px a side. */
  copyPicture: call<null>()(
    { from: 'any', rate: 'pictures', hand: 'loosening' },
    z.strictObject({ png: z.base64().max(8_000_000) }),
  ),
  /** A window's uncaught error, for the log. */
  reportError: call<null>()(
    { from: 'any', rate: 'errors', hand: 'no' },
    z.strictObject({ message: safeLine(2000), stack: safeLines(10_000).nullable() }),
  ),
} as const

/** Calls by which a window stands in the desktop's own menus, and does what they ask of it. */
export const desktopCalls = {
  /** Has the application's menu list these commands of the window that calls, while it is the one in front. */
  setMenu: call<null>()({ from: 'any', rate: 'titles', hand: 'no' }, z.strictObject({ items: menuItems })),
  /** The window has done what was asked of it up to this number. */
  takeAsked: call<null>()(
    { from: 'any', rate: 'titles', hand: 'no' },
    z.strictObject({ seq: z.number().int().nonnegative() }),
  ),
} as const

/** Arrangements, by their names. */
export const workspaceCalls = {
  /** Saves the arrangement of the deployment's windows under the name of the current workspace. A window saves its own layout first. */
  saveWorkspace: call<null>()({ from: 'any', rate: 'workspaces', hand: 'no' }, nothing),
  /** Saves it under another name, which is current from then on. */
  saveWorkspaceAs: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName }),
  ),
  /**
   * Arranges the windows of the deployment as a workspace has them: opens, closes, moves and loads them again. What is typed is kept for each
   * window, those that close too. Fails with `unsaved_changes` where the present arrangement would be lost, unless `discard`.
   */
  openWorkspace: call<null>()(
    { from: 'any', rate: 'windows', hand: 'no' },
    z.strictObject({ name: workspaceName, discard: z.boolean() }),
  ),
  /** The same for an arrangement that the window brings along: one layout for each window, the first where this one is. */
  openTemplate: call<null>()(
    { from: 'any', rate: 'windows', hand: 'no' },
    z.strictObject({
      name: workspaceName,
      layouts: z.array(windowLayout).min(1).max(MOST_WINDOWS),
      discard: z.boolean(),
    }),
  ),
  /** Arranges the windows again as the current workspace was saved. */
  resetWorkspace: call<null>()({ from: 'any', rate: 'windows', hand: 'no' }, nothing),
  renameWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName, to: workspaceName }),
  ),
  duplicateWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName, to: workspaceName }),
  ),
  /** The windows stay as they are. */
  deleteWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'loosening' },
    z.strictObject({ name: workspaceName }),
  ),
  exportWorkspace: call<{ readonly text: string }>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ name: workspaceName }),
  ),
  /** What an exported workspace would add; `kinds`: the panels that the window knows. */
  previewWorkspace: call<WorkspacePreview>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), kinds: z.array(z.string().max(60)).max(200) }),
  ),
  /** Adds it to the list under a name. */
  importWorkspace: call<null>()(
    { from: 'any', rate: 'workspaces', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), name: workspaceName }),
  ),
} as const
