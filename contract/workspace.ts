/**
 * Workspaces: named arrangements of windows. One knows no secret, no deployment and nothing that was typed and not sent, so that it can be opened
 * on any deployment, and on another machine. What a layout is made of is the window's own business.
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

/** The state of a window on its display. */
const windowState = z.enum(['normal', 'maximised', 'fullscreen'])
export type WindowState = z.output<typeof windowState>

/** Where a window is, as seen from its display: the same place can be found on displays that are others. All in DIP. */
export const windowPlace = z.strictObject({
  state: windowState,
  /** From the corner of the display's work area; of the window as it is while it is neither maximized nor full-screen, with its frame. */
  left: coordinate,
  top: coordinate,
  width: length,
  height: length,
  display: z.strictObject({
    x: coordinate,
    y: coordinate,
    width: length,
    height: length,
    /** What is left of it beside task bar, dock and menu bar. */
    workArea: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
    /** Pixels for each DIP. */
    scale: z.number().positive().max(16),
    isPrimary: z.boolean(),
  }),
})
export type WindowPlace = Readonly<z.output<typeof windowPlace>>

/** What a window keeps of its arrangement, as `saveLayout` has it. Main reads nothing in it but its size, and of a text its panels. */
export const windowLayout = z.record(z.string(), z.unknown())
export type WindowLayout = Readonly<z.output<typeof windowLayout>>

/** Largest layout of a window, characters of JSON. */
export const LARGEST_LAYOUT = 256 * 1024

export const windowName = z.string().regex(/^window-\d{1,3}$/)

/** Most windows of a workspace, and of the terminal. */
export const MOST_WINDOWS = 12
export const MOST_WORKSPACES = 50

/** Text that is read aloud and appears in menus and titles. */
export const windowTitle = safeLine(120)
export const workspaceName = safeLine(LONGEST_NAME).refine((text) => text !== '', 'must not be empty')

/** A window of the deployment, as the menus of its other windows name it. */
export interface WindowView {
  readonly name: string
  /** What its page said last (`setTitle`), with `Window 2` where that is not its alone, or nothing. */
  readonly title: string
  /** Whether it is the window that asks. */
  readonly isThis: boolean
}

/** A panel that was moved to this window and is not in its layout yet: it waits until `takePanels` names it. */
export interface ArrivingPanel {
  readonly id: string
  /** As the window that it comes from described it. */
  readonly panel: WindowLayout
}

/** Which workspace the windows of a deployment are arranged by. */
export interface CurrentWorkspace {
  readonly name: string
  /** A saved one can be saved again and reset; a template is only where the arrangement came from. */
  readonly from: 'saved' | 'template'
  /** Whether a hand has changed windows or panels since it was opened or saved. */
  readonly changed: boolean
}

export interface WorkspacesView {
  /** Null while the arrangement belongs to none. */
  readonly current: CurrentWorkspace | null
  /** In alphabetical order. */
  readonly list: readonly { readonly name: string; readonly windows: number; readonly savedAt: number }[]
}

/** A window of a workspace. */
export const workspaceWindow = z.strictObject({
  place: windowPlace,
  /** Null for the arrangement of a first start. */
  layout: windowLayout.nullable(),
})
export type WorkspaceWindow = Readonly<z.output<typeof workspaceWindow>>

/** A workspace as text, to be kept elsewhere or given away. */
export const exportedWorkspace = z.strictObject({
  format: z.literal('isotherm-workspace'),
  version: z.literal(1),
  name: workspaceName,
  windows: z.array(workspaceWindow).min(1).max(MOST_WINDOWS),
})

/** Most characters of one. */
export const LONGEST_EXPORT = 4_000_000

/** A panel of a window, or several that are alike. */
export interface PreviewedPanel {
  readonly kind: string
  /** What it is pinned to, or showed last in its group; null where it has none, or none that can be read. */
  readonly market: RefText | null
  /** Null for a panel that is not linked. */
  readonly group: LinkGroup | null
  /** What was kept as its market and cannot be read. */
  readonly unread: string | null
  readonly count: number
}

/** What taking an exported workspace would add. Nothing on screen changes by it. */
export interface WorkspacePreview {
  /** The name in the text, or one like it that is free. */
  readonly name: string
  readonly windows: readonly {
    readonly state: WindowState
    readonly width: number
    readonly height: number
    readonly panels: readonly PreviewedPanel[]
    /** Whether it has no panels because all were closed; one that has none else stands as at a first start. */
    readonly isEmpty: boolean
    /** Panels that are not listed, as there are so many. */
    readonly more: number
    /** Kinds of panels that have a place in it and are not among its panels: they do not come. */
    readonly undescribed: readonly string[]
  }[]
  /** Kinds of panels that the window which asks does not know. */
  readonly unknownKinds: readonly string[]
  /** Ids of panels that several of its windows have, as copied ones do: all but the first get another. */
  readonly repeatedIds: readonly string[]
}

/** Where a panel's market comes from, as it was kept. What a layout keeps may be anything: somebody may have written it by hand. */
type KeptMarket =
  | { readonly by: 'pin'; readonly market: MarketRef }
  | { readonly by: 'link'; readonly group: LinkGroup; readonly shown: MarketRef | null; readonly stays: boolean }

/** Longest part of it that is told. */
const TOLD = 60

type Fields = Readonly<Record<string, unknown>>

const refOf = (text: unknown): MarketRef | null => (typeof text === 'string' ? parseRefText(text) : null)

/** The market in what was kept; null when it is none. */
export function readKeptMarket(kept: unknown): KeptMarket | null {
  if (!isRecord(kept)) return null
  if (kept.by === 'pin') {
    const market = refOf(kept.market)
    return market === null ? null : { by: 'pin', market }
  }
  if (kept.by !== 'link' || !isLinkGroup(kept.group)) return null
  const shown = refOf(kept.shown)
  return { by: 'link', group: kept.group, shown, stays: kept.stays === true && shown !== null }
}

/** What stands there as a market and cannot be read, cut short; null where nothing does. */
export function unreadMarket(kept: unknown): string | null {
  if (kept === null || kept === undefined) return null
  if (isRecord(kept) && kept.by === 'pin') return refOf(kept.market) === null ? told(kept.market) : null
  if (!isRecord(kept) || kept.by !== 'link') return told(kept)
  if (!isLinkGroup(kept.group)) return `link group ${told(kept.group)}`
  return kept.shown === null || kept.shown === undefined || refOf(kept.shown) !== null ? null : told(kept.shown)
}

/**
 * The kinds of panels that have a place in a layout and are not among its panels, or as another kind, one for each: nothing can be shown
 * there. A panel of a kind that is not known is told as such, and not here.
 */
export function undescribedKinds({ layout, panels }: Fields, isKnown: (kind: string) => boolean): readonly string[] {
  if (!Array.isArray(panels) || !isRecord(layout) || !isRecord(layout.panels)) return []
  const kinds = new Map(panels.flatMap((panel) => (isRecord(panel) ? [[panel.id, panel.kind]] : [])))
  return Object.entries(layout.panels).flatMap(([id, place]) => {
    const kind = isRecord(place) ? place.contentComponent : undefined
    const described = kinds.get(id)
    const isTold = described === kind || (typeof described === 'string' && !isKnown(described))
    return kind !== undefined && isTold ? [] : [told(typeof kind === 'string' ? kind : id)]
  })
}

const told = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, TOLD)
