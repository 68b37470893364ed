/** A new panel in a window: its place, and its first market. */
import type { AddPanelPositionOptions, DockviewApi } from 'dockview-react'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { LinkGroup } from '../../../contract/link.ts'
import type { Family } from '../../../contract/market-ref.ts'
import {
  type LinkedMarket,
  linkedTo,
  type PanelInstance,
  type PanelMarket,
  shownMarketOf,
} from '../../workspace/index.ts'
import type { Sizes } from './default-sizes.ts'
import { panelKind } from './panel-table.tsx'

const GROUP_OF: Readonly<Record<Family, LinkGroup>> = { scalar: 1, binary: 2, outcome: 3 }

/** The default market of a family, in its link group. */
const firstOf = (family: Family): LinkedMarket => linkedTo(GROUP_OF[family], FAMILY_RULES[family].following)

/**
 * The market of a new panel: that of the last used panel, in its link group or pinned alike; its family's default where it cannot show that. Pure.
 * @param open the open panels, the last used one first
 */
export function marketOfNew(kindId: string, open: readonly PanelInstance[]): PanelMarket | null {
  const { shows } = panelKind(kindId)
  const [first] = shows ?? []
  if (shows === null || first === undefined) return null
  const fits = open.find(({ market }) => {
    const shown = shownMarketOf(market)
    return shown !== null && shows.includes(shown.family)
  })?.market
  if (fits?.by === 'pin') return fits
  return fits?.by === 'link' ? linkedTo(fits.group, fits.shown) : firstOf(first)
}

/** Adds a panel to the docking near its preferred neighbors, and leaves the others in place. */
export function placeOfNew(
  api: DockviewApi,
  { id, kind }: PanelInstance,
  kinds: ReadonlyMap<string, string>,
  sizes: Sizes,
): void {
  const { title, least, strip, home } = panelKind(kind)
  const panelOf = (wanted: string): string | undefined => [...kinds].find(([, one]) => one === wanted)?.[0]
  const beside = strip === undefined ? { [kind]: 'within' as const, ...home.beside } : home.beside
  const [referencePanel, way] = Object.entries(beside).flatMap(([wanted, direction]) => {
    const other = panelOf(wanted)
    return other === undefined ? [] : [[other, direction] as const]
  })[0] ?? [null, home.edge]
  const width = home.width === 'half' ? Math.round(api.width / 2) : sizes[home.width ?? 'book']
  const size =
    way === 'within'
      ? {}
      : strip !== undefined
        ? { height: sizes.strip }
        : way === 'left' || way === 'right'
          ? { width }
          : { height: way === 'above' ? Math.round(api.height * 0.6) : sizes.bottom }
  const position: AddPanelPositionOptions =
    referencePanel === null ? { direction: home.edge } : { referencePanel, direction: way }
  const panel = api.addPanel({
    id,
    component: kind,
    title,
    minimumWidth: least.width,
    minimumHeight: least.height,
    position,
    ...('width' in size ? { initialWidth: size.width } : {}),
    ...('height' in size ? { initialHeight: size.height } : {}),
  })
  if (strip !== undefined) {
    panel.group.header.hidden = true
    panel.group.locked = 'no-drop-target'
  }
  if (way !== 'within') panel.group.api.setSize(size)
}
