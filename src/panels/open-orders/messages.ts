/** What the panel "Open orders" calls its tables and buttons. */
export const MESSAGES = {
  held: 'Held by this terminal',
  algos: 'Scales and slices',
  cancelSelected: (count: number) => `Cancel selected (${count})`,
  cancelAll: 'Cancel all',
  cancelling: 'Canceling…',
  /** After the name of the table. */
  onlyHere: 'These work only while it runs: the service knows nothing of them.',
  putAway: 'Put ended away',
  stop: (name: string) => `Stop ${name}`,
  /** Both are followed by how many orders rest. */
  stopAndCancel: 'Stop, cancel what rests',
  stopAndLeave: 'Stop, leave what rests',
  goesOn: 'Go on…',
} as const
