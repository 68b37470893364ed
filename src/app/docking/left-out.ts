/** The report of the parts of a saved layout that this version could not show: none is dropped silently. Pure. */

import type { DockviewApi } from 'dockview-react'
import { isRecord } from '../../../contract/record.ts'
import { readStoredMarket, undescribedKinds, unreadMarket } from '../../../contract/workspace.ts'
import { draftsByPanel, usePanelDrafts } from '../../workspace/index.ts'
import { applyTemplate, load } from './docking.ts'
import { isKindId, panelKind } from './panel-table.tsx'
import { fromSaved, hasSavedLayout, savedDrafts } from './saved-layout.ts'
import { showFailure } from './trouble.tsx'

/** Maximum number of named items. */
const NAMED = 6

/** Each once, the first ones by name: `radar, sonar and 3 more`. */
export function someOf(names: readonly string[]): string {
  const each = [...new Set(names)]
  const more = each.length - NAMED
  const named = each.slice(0, NAMED).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

const titleOf = (kind: string): string => (isKindId(kind) ? panelKind(kind).title : kind)

/** @param from a window that was opened, or a workspace that will be */
export const unknownText = (kinds: readonly string[], from: 'window' | 'workspace'): string =>
  from === 'window'
    ? `This version has no panel ${someOf(kinds)}: omitted from this window.`
    : `This version has no panel ${someOf(kinds)}: omitted when the workspace is opened.`

/** Panels of these kinds have a place in the layout, but nothing else is saved of them. */
export const undescribedText = (kinds: readonly string[], from: 'window' | 'workspace'): string =>
  from === 'window'
    ? `${someOf(kinds.map(titleOf))} could not be restored (no saved data): omitted from this window.`
    : `${someOf(kinds.map(titleOf))} cannot be restored (no saved data): omitted when the workspace is opened.`

/** A panel whose saved market cannot be read. */
export interface UnreadMarket {
  readonly kind: string
  readonly group: number | null
  /** What the panel shows instead. */
  readonly unread: string
}

/** The replacement that each panel shows for an unreadable market; panels without a market are excluded. */
export function unreadText(panels: readonly UnreadMarket[]): string | null {
  const sentences = new Set(
    panels.filter(({ kind }) => isKindId(kind) && panelKind(kind).shows !== null).map(insteadText),
  )
  if (sentences.size === 0) return null
  const more = sentences.size - NAMED
  return [
    ...[...sentences].slice(0, NAMED),
    ...(more > 0 ? [`${more} more have the same problem.`] : []),
    'Choose their markets again; unreadable ones are dropped when the window is saved.',
  ].join(' ')
}

/** As `panelFrom` does it (`saved-layout.ts`). */
function insteadText({ kind, group, unread }: UnreadMarket): string {
  const title = titleOf(kind)
  if (group !== null) return `${title} shows the market of group ${group}: “${unread}” cannot be read.`
  return kind === 'bucket'
    ? `${title} shows the live market: “${unread}” cannot be read.`
    : `${title} shows no market: “${unread}” cannot be read.`
}

/**
 * The report to the trader; null where everything is shown, and where nothing was saved.
 * @param isShown whether the layout was shown at all
 */
export function leftOutText(saved: unknown, isShown: boolean): string | null {
  if (!isRecord(saved) || saved.layout === undefined) return null
  if (!isShown) {
    return 'The saved layout of this window could not be read, so the default layout is shown. Drafts are lost; orders are not affected.'
  }
  const panels = (Array.isArray(saved.panels) ? saved.panels : []).flatMap((panel: unknown) =>
    isRecord(panel) && typeof panel.kind === 'string' ? [{ kind: panel.kind, market: panel.market }] : [],
  )
  const unknown = panels.map(({ kind }) => kind).filter((kind) => !isKindId(kind))
  const undescribed = undescribedKinds(saved, isKindId)
  const unread = unreadText(panels.flatMap(({ kind, market }) => unreadOf(kind, market)))
  const terms = [
    ...(unknown.length === 0 ? [] : [unknownText(unknown, 'window')]),
    ...(undescribed.length === 0 ? [] : [undescribedText(undescribed, 'window')]),
    ...(unread === null ? [] : [unread]),
  ]
  return terms.length === 0 ? null : terms.join(' ')
}

function unreadOf(kind: string, kept: unknown): readonly UnreadMarket[] {
  const unread = unreadMarket(kept)
  if (unread === null) return []
  const market = readStoredMarket(kept)
  return [{ kind, group: market?.by === 'link' ? market.group : null, unread }]
}

/**
 * Shows the saved layout, without panels if the last one had left; returns the closed panels that reopen as they were, null after falling back. A
 * saved layout that the docking refuses leaves a partial state, which is cleared.
 */
export function restore(api: DockviewApi, saved: unknown): readonly string[] | null {
  const arranged = fromSaved(saved)
  if (arranged !== null) {
    usePanelDrafts.setState({ drafts: draftsByPanel(savedDrafts(saved), arranged.panels) })
    try {
      load(api, arranged)
      report(leftOutText(saved, true))
      return arranged.panels.map(({ id }) => id).filter((id) => !(id in arranged.layout.panels))
    } catch {
      // Falls through to the first start's layout.
    }
  }
  if (hasSavedLayout(saved)) report(leftOutText(saved, false))
  applyTemplate(api, 'scalar')
  return null
}

function report(text: string | null): void {
  if (text !== null) showFailure(text)
}
