import { type Size, signOf, subtract } from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'

/** Labels of the buttons, forms and lists of the panel "Positions", and the texts of closing everything. */
export const MESSAGES = {
  closeAll: 'Close all',
  flatten: 'Flatten',
  yesFlatten: 'Flatten now',
  yesCloseAll: 'Close all now',
  keep: 'Cancel',
  /** The list below the question. */
  willDo: 'Actions',
  flattened: 'Flattened.',
  closed: 'Closed.',
  unfinished: 'Not completed.',
  closePart: (name: string) => `Partial close of ${name}`,
  exitsOf: (name: string) => `Exits of ${name}`,
  setExits: 'Set exits',
  /** A plan by its name or its exits, and its size: a position may have several. */
  cancelPlan: (name: string, covers: Size) => `Cancel exit plan (${name}; ${grouped(covers)})…`,
  changeExits: 'Change exits',
  /** What a plan covers, and what of the position it does not. */
  covers: ({ covers, held, others }: { readonly covers: Size; readonly held: Size; readonly others: Size }) => {
    const rest = subtract(subtract(held, covers), others)
    const [own, other, open] = [grouped(covers), grouped(others), grouped(rest)]
    if (signOf(others) > 0) {
      return signOf(rest) > 0
        ? `This plan covers ${own}; ${other} in other plans, ${open} without exits.`
        : `This plan covers ${own}; ${other} in other plans.`
    }
    return signOf(rest) > 0 ? `This plan covers ${own}; ${open} without exits.` : 'This plan covers the full position.'
  },
  setExitsOf: (name: string) => `Set exits of ${name}`,
  setAllTheSame: 'Set anyway',
  shareSets: 'Hedged shares',
} as const
