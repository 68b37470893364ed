/**
 * Workspaces: named layouts of windows. A workspace contains no secret, no deployment and no unsent input, so that it can be opened on any
 * deployment, and on another machine. Only the window interprets its layout.
 */
import { z } from 'zod'
import { isLinkGroup, type LinkGroup } from './link.ts'
import { type MarketRef, parseRefText, type RefText } from './market-ref.ts'
import { isRecord } from './record.ts'
import { safeLine } from './safe-schema.ts'
import { LONGEST_NAME } from './workspace-names.ts'

const whole = (least: number, most: number) => z.number().int().min(least).max(most)
const coordinate = whole(-100_000, 100_000)
const length = whole(1, 100_000)

const windowState = z.enum(['normal', 'maximised', 'fullscreen'])
export type WindowState = z.output<typeof windowState>

/** Position of a window relative to its display, so that it can be restored on other displays. All in DIP. */
export const windowPlace = z.strictObject({
  state: windowState,
  /** From the corner of the display's work area; frame bounds of the restored window, neither maximized nor full-screen. */
  left: coordinate,
  top: coordinate,
  width: length,
  height: length,
  display: z.strictObject({
    x: coordinate,
    y: coordinate,
    width: length,
    height: length,
    /** The display without task bar, dock and menu bar. */
    workArea: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
    /** Pixels per DIP. */
    scale: z.number().positive().max(16),
    isPrimary: z.boolean(),
  }),
})
export type WindowPlace = Readonly<z.output<typeof windowPlace>>

/** A window's layout, in the form of `saveLayout`. Main reads only its size, and in an import its panels. */
export const windowLayout = z.record(z.string(), z.unknown())
export type WindowLayout = Readonly<z.output<typeof windowLayout>>

/** Largest layout of a window, characters of JSON. */
export const LARGEST_LAYOUT = 256 * 1024

export const windowName = z.string().regex(/^window-\d{1,3}$/)

/** Maximum number of windows of a workspace, and of the terminal. */
export const MAX_WINDOWS = 12
export const MAX_WORKSPACES = 50

/** Text for screen readers, menus and titles. */
export const windowTitle = safeLine(120)
export const workspaceName = safeLine(LONGEST_NAME).refine((text) => text !== '', 'must not be empty')

/** A window of the deployment, for the menus of its other windows. */
export interface WindowView {
  readonly name: string
  /** The last title from its page (`setTitle`); `Window 2` is added when it is not unique, and replaces an empty one. */
  readonly title: string
  /** Whether it is the calling window. */
  readonly isThis: boolean
}

/** A panel moved to this window that is not in its layout yet: it waits until `takePanels` names it. */
export interface ArrivingPanel {
  readonly id: string
  /** As its previous window described it. */
  readonly panel: WindowLayout
}

/** The current workspace of a deployment. */
export interface CurrentWorkspace {
  readonly name: string
  /** A saved one can be saved again and reset; a template is only the origin of the layout. */
  readonly from: 'saved' | 'template'
  /** Whether the user has changed windows or panels since it was opened or saved. */
  readonly changed: boolean
}

export interface WorkspacesView {
  /** Null while there is no current workspace. */
  readonly current: CurrentWorkspace | null
  /** Alphabetical. */
  readonly list: readonly { readonly name: string; readonly windows: number; readonly savedAt: number }[]
}

/** A window of a workspace. */
export const workspaceWindow = z.strictObject({
  place: windowPlace,
  /** Null for the default layout of a first start. */
  layout: windowLayout.nullable(),
})
export type WorkspaceWindow = Readonly<z.output<typeof workspaceWindow>>

/** An exported workspace, for backup or sharing. */
export const exportedWorkspace = z.strictObject({
  format: z.literal('isotherm-workspace'),
  version: z.literal(1),
  name: workspaceName,
  windows: z.array(workspaceWindow).min(1).max(MAX_WINDOWS),
})

/** Longest export, characters. */
export const LONGEST_EXPORT = 4_000_000

/** A panel of a window, or several identical ones. */
export interface PreviewedPanel {
  readonly kind: string
  /** Its pinned market, or the last one of its group; null when it has none, or an unreadable one. */
  readonly market: RefText | null
  /** Null for an unlinked panel. */
  readonly group: LinkGroup | null
  /** Excerpt of a stored market that cannot be read; null when there is none. */
  readonly unread: string | null
  readonly count: number
}

/** What an import would add. It changes nothing on screen. */
export interface WorkspacePreview {
  /** The name in the export, or a similar one that is free. */
  readonly name: string
  readonly windows: readonly {
    readonly state: WindowState
    readonly width: number
    readonly height: number
    readonly panels: readonly PreviewedPanel[]
    /** True when every panel was closed; false without panels means the default layout. */
    readonly isEmpty: boolean
    /** Number of panels omitted from a very long list. */
    readonly more: number
    /** Kinds that the layout places without a panel entry to match: they are not imported. */
    readonly undescribed: readonly string[]
  }[]
  /** Panel kinds unknown to the calling window. */
  readonly unknownKinds: readonly string[]
  /** Panel ids used by several of its windows, as copies have: all but the first get a new id. */
  readonly repeatedIds: readonly string[]
}

/** The stored origin of a panel's market. A layout may contain anything: a user may have edited it. */
type KeptMarket =
  | { readonly by: 'pin'; readonly market: MarketRef }
  | { readonly by: 'link'; readonly group: LinkGroup; readonly shown: MarketRef | null; readonly stays: boolean }

/** Longest excerpt of an unreadable value, characters. */
const LONGEST_EXCERPT = 60

type Fields = Readonly<Record<string, unknown>>

const refOf = (text: unknown): MarketRef | null => (typeof text === 'string' ? parseRefText(text) : null)

/** The stored market; null when invalid. */
export function readStoredMarket(kept: unknown): KeptMarket | null {
  if (!isRecord(kept)) return null
  if (kept.by === 'pin') {
    const market = refOf(kept.market)
    return market === null ? null : { by: 'pin', market }
  }
  if (kept.by !== 'link' || !isLinkGroup(kept.group)) return null
  const shown = refOf(kept.shown)
  return { by: 'link', group: kept.group, shown, stays: kept.stays === true && shown !== null }
}

/** The unreadable market in a stored layout, truncated; null when there is none. */
export function unreadMarket(kept: unknown): string | null {
  if (kept === null || kept === undefined) return null
  if (isRecord(kept) && kept.by === 'pin') return refOf(kept.market) === null ? excerpt(kept.market) : null
  if (!isRecord(kept) || kept.by !== 'link') return excerpt(kept)
  if (!isLinkGroup(kept.group)) return `link group ${excerpt(kept.group)}`
  return kept.shown === null || kept.shown === undefined || refOf(kept.shown) !== null ? null : excerpt(kept.shown)
}

/** Kinds that a layout places without a panel entry to match, once per place: nothing can be shown there. Unknown kinds are reported separately. */
export function undescribedKinds({ layout, panels }: Fields, isKnown: (kind: string) => boolean): readonly string[] {
  if (!Array.isArray(panels) || !isRecord(layout) || !isRecord(layout.panels)) return []
  const kinds = new Map(panels.flatMap((panel) => (isRecord(panel) ? [[panel.id, panel.kind]] : [])))
  return Object.entries(layout.panels).flatMap(([id, place]) => {
    const kind = isRecord(place) ? place.contentComponent : undefined
    const described = kinds.get(id)
    const isReported = described === kind || (typeof described === 'string' && !isKnown(described))
    return kind !== undefined && isReported ? [] : [excerpt(typeof kind === 'string' ? kind : id)]
  })
}

const excerpt = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, LONGEST_EXCERPT)
