/** Link groups: the panels of a group show one market, across all windows of a deployment. Main keeps them; the `links` topic publishes them. */
import type { MarketRef } from './market-ref.ts'

export const LINK_GROUPS = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type LinkGroup = (typeof LINK_GROUPS)[number]

export const isLinkGroup = (value: unknown): value is LinkGroup => LINK_GROUPS.some((group) => group === value)

/** The `links` topic: the market of each group; null for a group without one. */
export type LinksView = Readonly<Record<LinkGroup, MarketRef | null>>

/** The `crosshair` topic: the time under the pointer in the charts of a link group. */
export interface CrosshairView {
  /** By the service's clock, ms; null while the pointer is on none. */
  readonly time: number | null
  /** The panel under the pointer, which needs no update. Null before the first. */
  readonly by: string | null
}
