/** Labels of the buttons, forms and lists of the panel "Positions", and the texts of closing everything. */
export const MESSAGES = {
  closeAll: 'Close all',
  flatten: 'Flatten',
  yesFlatten: 'Yes, flatten',
  yesCloseAll: 'Yes, close all',
  keep: 'Keep',
  /** The list below the question. */
  willDo: 'What will be done',
  flattened: 'Flattened.',
  closed: 'Closed.',
  unfinished: 'Not everything is done.',
  closePart: (name: string) => `Close part of ${name}`,
  exitsOf: (name: string) => `Exits of ${name}`,
  setExits: 'Set exits',
  setExitsOf: (name: string) => `Set exits of ${name}`,
  setAllTheSame: 'Set all the same',
  shareSets: 'Sets of shares',
} as const
