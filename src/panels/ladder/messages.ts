/** Labels of the ladder's buttons, and the texts below its rows. */
export const MESSAGES = {
  armOneClick: 'Arm one-click',
  armTitle: 'A click fills the ticket. Armed, it sends the order at once.',
  armed: (left: string) => `Armed ${left}`,
  stale: (age: string) => `Prices are ${age}: a click sends only reducing orders.`,
  disarmTitle: 'Disarm one-click (Esc)',
  centresLater: 'Centers when the pointer leaves the rows.',
  /** For a dragged order. */
  replace: 'Cancel & replace',
  losesPlace: 'Loses queue position.',
  leave: 'Discard',
  /** For exits. */
  held: 'Local',
} as const
