/** Link groups: panels of a group show one market, over all windows of a deployment. Main holds them; the `links` topic tells them. */
import type { MarketRef } from './market-ref.ts'

export const LINK_GROUPS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type LinkGroup = (typeof LINK_GROUPS)[number]

export const isLinkGroup = (value: unknown): value is LinkGroup => LINK_GROUPS.some((group) => group === value)

/** The `links` topic: the market of each group; null for a group that nobody has given one yet. */
export type LinksView = Readonly<Record<LinkGroup, MarketRef | null>>

/** The `crosshair` topic: the time that charts of a link group are pointed at. */
export interface CrosshairView {
  /** By the service's clock, ms; null while none is pointed at. */
  readonly time: number | null
  /** The panel that is pointed at: it needs no telling. Null before any was. */
  readonly by: string | null
}
