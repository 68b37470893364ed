/** Which row the keyboard is at, and which are selected. Pure. */

export interface Selection {
  /** The row that Tab comes to; null: the first. */
  readonly active: string | null
  /** Where a stretch of selected rows began. */
  readonly anchor: string | null
  readonly selected: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = { active: null, anchor: null, selected: new Set() }

/** How a key or a press reaches a row: alone, as the end of a stretch, or besides those that are selected. */
export type Reach = 'only' | 'stretch' | 'toggle'

/** @param keys all rows that can be selected, in order */
export function reach(selection: Selection, key: string, how: Reach, keys: readonly string[]): Selection {
  switch (how) {
    case 'only':
      return { active: key, anchor: key, selected: new Set([key]) }
    case 'toggle': {
      const selected = new Set(selection.selected)
      if (!selected.delete(key)) selected.add(key)
      return { active: key, anchor: key, selected }
    }
    case 'stretch': {
      const anchor = selection.anchor !== null && keys.includes(selection.anchor) ? selection.anchor : key
      const [from, to] = [keys.indexOf(anchor), keys.indexOf(key)].sort((a, b) => a - b) as [number, number]
      return { active: key, anchor, selected: new Set(keys.slice(Math.max(0, from), to + 1)) }
    }
  }
}

/** Where a key leads to among so many lines; null for keys that lead nowhere. */
export function stepTo(key: string, index: number, count: number, page: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, index + page)
    case 'PageUp':
      return Math.max(0, index - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
