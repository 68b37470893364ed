/** Labels of the rows and totals of the panel "Trade log", and its texts when empty. */
export const MESSAGES = {
  traded: 'Traded',
  realised: 'Result',
  none: 'No trade ended',
  ever: 'No trade has ended yet. Each stands here once it has, with its entry, its exit and what it made.',
} as const
