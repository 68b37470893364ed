/** What the ladder of a book and the menu of its grouping call their parts. */
import type { FigureName } from './middle-painter.ts'

const FIGURES: Readonly<Record<FigureName, string>> = { mark: 'Mark', mid: 'Mid', last: 'Last', spread: 'Spread' }

export const MESSAGES = {
  middle: 'Mark, mid, last and spread',
  figures: FIGURES,
  noMore: 'No more levels known',
  /** @param more what else the menu has */
  grouping: (step: string, more = '') => `Grouping, ${step}${more}`,
} as const
