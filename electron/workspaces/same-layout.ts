/**
 * Whether two layouts are the same arrangement. Which of several tabs is in front is no part of it, nor is where a link group is: the
 * groups' markets are the deployment's, and move without any hand at the windows that show them.
 */
import type { WindowLayout } from '../../contract/workspace.ts'

/** What is no part of an arrangement, by its name in layouts: the docking library's for what was looked at last, and the window's own. */
const BESIDE: ReadonlySet<string> = new Set(['activeGroup', 'activeView', 'activePanel', 'drafts'])
/** Of the market of a panel that is linked. */
const OF_ITS_GROUP: ReadonlySet<string> = new Set(['shown', 'stays'])

export const sameLayout = (a: WindowLayout | null, b: WindowLayout | null): boolean => textOf(a) === textOf(b)

const textOf = (layout: WindowLayout | null): string =>
  JSON.stringify(layout, function (this: unknown, key, value: unknown) {
    return BESIDE.has(key) || (OF_ITS_GROUP.has(key) && isLink(this)) ? undefined : value
  })

const isLink = (market: unknown): boolean =>
  typeof market === 'object' && market !== null && 'by' in market && market.by === 'link'
