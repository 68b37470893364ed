/** Labels of the ladder's buttons, and the texts below its rows. */
export const MESSAGES = {
  armOneClick: 'Arm one-click',
  armTitle: 'A press in a row fills the ticket. Armed, it sends the order at once.',
  armed: (left: string) => `Armed ${left}`,
  stale: (age: string) => `Prices are ${age}: a press sends only what reduces.`,
  disarmTitle: 'Disarm one-click (Esc)',
  centresLater: 'Centers once the pointer has left the rows.',
  /** For a dragged order. */
  replace: 'Cancel & replace',
  losesPlace: 'It loses its place in the queue.',
  /** For a dragged exit. */
  move: (name: string) => `Move ${name.toLowerCase()}`,
  leave: 'Leave it',
  /** For exits. */
  held: 'Held by this terminal',
} as const
