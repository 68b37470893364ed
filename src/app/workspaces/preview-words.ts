/** A window of an imported workspace in words. Pure. */
import type { WorkspacePreview } from '../../../contract/workspace.ts'

const STATES = { normal: '', maximised: ', maximised', fullscreen: ', full screen' } as const

/** `1600 × 960, maximised: 2 Chart, Order book, Activity` */
export function windowWords(
  { state, width, height, panels }: WorkspacePreview['windows'][number],
  titleOf: (kind: string) => string,
): string {
  const listed = panels.map(({ kind, count }) => (count === 1 ? titleOf(kind) : `${count} ${titleOf(kind)}`))
  return `${width} × ${height}${STATES[state]}: ${listed.length === 0 ? 'the panels of a first start' : listed.join(', ')}`
}

/** So many ids are named. */
const NAMED = 3

/** What becomes of panels whose ids stand in several windows of the text. */
export function repeatedWords(ids: readonly string[]): string {
  if (ids.length === 1) return `The panel id ${ids[0]} stands in several windows: each window gets a panel of its own.`
  const more = ids.length - NAMED
  const named = `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `The panel ids ${named} stand in several windows: each window gets panels of its own.`
}
