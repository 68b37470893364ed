/** Labels of the book's ladder and its grouping menu. */
import type { FigureName } from './middle-painter.ts'

const FIGURES: Readonly<Record<FigureName, string>> = { mark: 'Mark', mid: 'Mid', last: 'Last', spread: 'Spread' }

export const MESSAGES = {
  middle: 'Mark, mid, last and spread',
  figures: FIGURES,
  noMore: 'End of book',
  /** @param more suffix for additional menu entries */
  grouping: (step: string, more = '') => `Grouping, ${step}${more}`,
} as const
