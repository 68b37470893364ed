/** Labels of the tables and buttons of the panel "Open orders". */
export const MESSAGES = {
  held: 'Local exits',
  algos: 'Scales and slices',
  cancelSelected: (count: number) => `Cancel selected (${count})`,
  cancelAll: 'Cancel all',
  cancelling: 'Canceling…',
  /** After the name of the table. */
  onlyHere: 'They trigger only while Isotherm is running; the venue does not see them.',
  dismiss: 'Clear ended',
  /** Shows and hides ended exits, scales and slices. */
  showEnded: (count: number) => `Show ended (${count})`,
  hideEnded: 'Hide ended',
  stop: (name: string) => `Stop ${name}`,
  /** Both are followed by the number of resting orders. */
  stopAndCancel: 'Stop, cancel open orders',
  stopAndLeave: 'Stop, keep open orders',
  resume: 'Resume…',
} as const
