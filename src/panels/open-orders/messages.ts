/** Labels of the tables and buttons of the panel "Open orders". */
export const MESSAGES = {
  held: 'Held by this terminal',
  algos: 'Scales and slices',
  cancelSelected: (count: number) => `Cancel selected (${count})`,
  cancelAll: 'Cancel all',
  cancelling: 'Canceling…',
  /** After the name of the table. */
  onlyHere: 'These work only while it runs: the service knows nothing of them.',
  putAway: 'Dismiss ended',
  /** Shows and hides ended exits, scales and slices. */
  showEnded: (count: number) => `Show ended (${count})`,
  hideEnded: 'Hide ended',
  stop: (name: string) => `Stop ${name}`,
  /** Both are followed by the number of resting orders. */
  stopAndCancel: 'Stop, cancel what rests',
  stopAndLeave: 'Stop, leave what rests',
  goesOn: 'Go on…',
} as const
