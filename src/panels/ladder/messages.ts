/** What the ladder calls its buttons, and says below its rows. */
export const MESSAGES = {
  armOneClick: 'Arm one-click',
  armTitle: 'A press in a row fills the ticket. Armed, it sends the order at once.',
  armed: (left: string) => `Armed ${left}`,
  disarmTitle: 'Disarm one-click (Esc)',
  centresLater: 'Centers once the pointer has left the rows.',
  /** Of an order that is dragged. */
  replace: 'Cancel & replace',
  losesPlace: 'It loses its place in the queue.',
  /** Of an exit that is dragged. */
  move: (name: string) => `Move ${name.toLowerCase()}`,
  leave: 'Leave it',
  /** Of exits. */
  held: 'Held by this terminal',
} as const
