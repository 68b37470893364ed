/** What tells one fill from every other: both sides of a self-trade, and all that settles in one block, may share the id of their trade. */
import type { Fill } from './account.ts'

/** A part of an id, so that none holds the slash that parts them, or a space. */
const part = (text: string): string => text.replace(/[%/\s]/g, encodeURIComponent)

/** How the ids of all fills of a trade begin. */
export const fillsOfTrade = (tid: string): string => `${part(tid)}/`

/** The id of a fill: by trade, order, side and asset, and by its time, for a service may give a trade no number of its own. */
export const fillIdOf = ({
  tid,
  oid,
  side,
  asset,
  time,
}: Pick<Fill, 'tid' | 'oid' | 'side' | 'asset' | 'time'>): string =>
  `${fillsOfTrade(tid)}${part(oid ?? '')}/${side}/${part(asset)}/${time}`
