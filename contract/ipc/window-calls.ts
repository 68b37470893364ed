/** The calling window (its layout, panels, markets, clipboard), its desktop, and workspaces. */
import { z } from 'zod'
import { menuItems } from '../desktop.ts'
import { LINK_GROUPS } from '../link.ts'
import { safeLine, safeLines } from '../safe-schema.ts'
import { parseStationId } from '../weather/index.ts'
import {
  LONGEST_EXPORT,
  MAX_WINDOWS,
  type WorkspacePreview,
  windowLayout,
  windowName,
  windowTitle,
  workspaceName,
} from '../workspace.ts'
import { byAny, call, loosening, marketRef, nothing, READ } from './call.ts'

const screenPoint = z.strictObject({
  x: z.number().int().min(-100_000).max(100_000),
  y: z.number().int().min(-100_000).max(100_000),
})

const stationId = z
  .string()
  .max(5)
  .transform((text, context) => {
    const station = parseStationId(text)
    if (station !== null) return station
    context.addIssue({ code: 'custom', message: 'must be 3 to 5 capital letters and digits' })
    return z.NEVER
  })

/** State and requests of a window. */
export const windowCalls = {
  /** Gives the page the port on which topics are pushed (`FRAMES_PORT`); closes its previous port. */
  openFrames: call<null>()(byAny('watching'), nothing),
  /** Subscribes this window to a topic; its current payload comes with the next frame. */
  watch: call<null>()(byAny('watching'), z.strictObject({ topic: z.string().max(200) })),
  unwatch: call<null>()(byAny('watching'), z.strictObject({ topic: z.string().max(200) })),
  /** The layout this window last saved, or null; includes `drafts` only if saved on the window's current deployment. */
  readLayout: call<Readonly<Record<string, unknown>> | null>()(READ, nothing),
  saveLayout: call<null>()(byAny('layouts'), z.strictObject({ layout: windowLayout })),
  /** Sets the title of the calling window, from what it shows; '' for the default title. */
  setTitle: call<null>()(byAny('titles'), z.strictObject({ title: windowTitle })),
  /**
   * Moves a panel out of the calling window. `layout` is that window's layout without it: both are saved in one write, so that the panel is in
   * exactly one place at any time. In an open window it waits in `arriving_panels` until taken; should that window close first, it comes back. A new
   * window opens with `newWindow` as its layout and its title bar near `at` (DIP of the screen) if given; if another window of the deployment is
   * visible at that point, the panel goes there instead.
   */
  movePanel: call<{ readonly window: string }>()(
    { from: 'any', rate: ({ to }) => ('newWindow' in to ? 'windows' : 'layouts'), gesture: 'none' },
    z.strictObject({
      panel: windowLayout,
      layout: windowLayout,
      to: z.union([
        z.strictObject({ window: windowName }),
        z.strictObject({ newWindow: windowLayout, at: screenPoint.nullable() }),
      ]),
    }),
  ),
  /**
   * Confirms that the calling window has put arriving panels into its layout, which is saved in the same write. Fails when one of them no longer
   * belongs to it.
   */
  takePanels: call<null>()(
    byAny('layouts'),
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(50), layout: windowLayout }),
  ),
  /** Shows a market in every panel of a link group, over all windows of the deployment. */
  setLink: call<null>()(byAny('saves'), z.strictObject({ group: z.literal(LINK_GROUPS), market: marketRef })),
  /** Adds a market to the favorites, or removes it, for all windows of the deployment. */
  setFavourite: call<null>()(byAny('saves'), z.strictObject({ market: marketRef, favourite: z.boolean() })),
  /** Sets the weather station of a scalar market that the service names none for; null removes it. */
  setStation: call<null>()(
    byAny('saves'),
    z.strictObject({
      asset: z.string().min(1).max(40),
      station: stationId.nullable(),
    }),
  ),
  /** Moves the crosshair of a link group's charts to a time, in every window; null when the pointer leaves the panel. `by` is the panel. */
  pointAt: call<null>()(
    byAny('pointing'),
    z.strictObject({
      group: z.literal(LINK_GROUPS),
      time: z.number().nonnegative().nullable(),
      by: z.string().min(1).max(80),
    }),
  ),
  dismissNotices: call<null>()(byAny('saves'), z.strictObject({ ids: z.array(z.string().max(80)).max(200) })),
  openWindow: call<null>()(byAny('windows'), nothing),
  /** Copies plain text to the clipboard (an order id, an address, the rows of a table); never secrets. */
  copyText: call<null>()(loosening('copies'), z.strictObject({ text: z.string().max(8_000_000) })),
  /** Opens the public page of a station in the trader's browser. */
  openStationPage: call<null>()(loosening('copies'), z.strictObject({ station: stationId })),
  /** Copies a picture to the clipboard: a PNG in base64, at most 8192 px a side. */
  copyPicture: call<null>()(loosening('pictures'), z.strictObject({ png: z.base64().max(8_000_000) })),
  /** A window's uncaught error, for the log. */
  reportError: call<null>()(
    byAny('errors'),
    z.strictObject({ message: safeLine(2000), stack: safeLines(10_000).nullable() }),
  ),
} as const

/** Calls by which a window fills the desktop's menus, and acknowledges its requests. */
export const desktopCalls = {
  /** Lists these commands of the calling window in the application menu while it is in front. */
  setMenu: call<null>()(byAny('titles'), z.strictObject({ items: menuItems })),
  /** Acknowledges the desktop's requests up to this number. */
  takeAsked: call<null>()(byAny('titles'), z.strictObject({ seq: z.number().int().nonnegative() })),
} as const

/** Workspaces: named layouts of windows. */
export const workspaceCalls = {
  /** Saves the layout of the deployment's windows in the current workspace. A window saves its own layout first. */
  saveWorkspace: call<null>()(byAny('workspaces'), nothing),
  /** Saves it under another name, which becomes the current one. */
  saveWorkspaceAs: call<null>()(byAny('workspaces'), z.strictObject({ name: workspaceName })),
  /**
   * Applies a workspace to the windows of the deployment: opens, closes, moves and reloads them. Typed input is kept for each window, including those
   * that close. Fails with `unsaved_changes` when the present layout would be lost, unless `discard`.
   */
  openWorkspace: call<null>()(byAny('windows'), z.strictObject({ name: workspaceName, discard: z.boolean() })),
  /** The same for a layout that the window sends: one per window, the first for this window. */
  openTemplate: call<null>()(
    byAny('windows'),
    z.strictObject({
      name: workspaceName,
      layouts: z.array(windowLayout).min(1).max(MAX_WINDOWS),
      discard: z.boolean(),
    }),
  ),
  /** Restores the current workspace as it was saved. */
  resetWorkspace: call<null>()(byAny('windows'), nothing),
  renameWorkspace: call<null>()(byAny('workspaces'), z.strictObject({ name: workspaceName, to: workspaceName })),
  duplicateWorkspace: call<null>()(byAny('workspaces'), z.strictObject({ name: workspaceName, to: workspaceName })),
  /** The windows do not change. */
  deleteWorkspace: call<null>()(loosening('workspaces'), z.strictObject({ name: workspaceName })),
  exportWorkspace: call<{ readonly text: string }>()(byAny('workspaces'), z.strictObject({ name: workspaceName })),
  /** Previews what an exported workspace would add; `kinds`: the panels that the window supports. */
  previewWorkspace: call<WorkspacePreview>()(
    byAny('workspaces'),
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), kinds: z.array(z.string().max(60)).max(200) }),
  ),
  /** Adds it to the list under a name. */
  importWorkspace: call<null>()(
    byAny('workspaces'),
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), name: workspaceName }),
  ),
} as const
