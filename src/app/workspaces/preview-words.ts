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
