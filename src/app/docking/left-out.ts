/** What of a saved arrangement this version could not show, in words: nothing of it goes in silence. Pure. */
import { isKindId } from './panel-table.tsx'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Kinds of panels in what was saved that this version does not have. */
function unknownKinds(saved: Record<string, unknown>): readonly string[] {
  const panels: readonly unknown[] = Array.isArray(saved.panels) ? saved.panels : []
  const kinds = panels.flatMap((panel) => (isRecord(panel) && typeof panel.kind === 'string' ? [panel.kind] : []))
  return [...new Set(kinds.filter((kind) => !isKindId(kind)))]
}

/**
 * What to tell the trader; null where all of it is shown, and where nothing was saved.
 * @param isShown whether the arrangement was shown at all.
 */
export function leftOutWords(saved: unknown, isShown: boolean): string | null {
  if (!isRecord(saved) || saved.layout === undefined) return null
  if (!isShown) {
    return 'The arrangement kept for this window could not be read by this version. The panels stand as at a first start, with nothing typed in them; every order is as it was.'
  }
  const kinds = unknownKinds(saved)
  if (kinds.length === 0) return null
  return `This version has no panel called ${kinds.join(', ')}: left out of this window.`
}
