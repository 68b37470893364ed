/** What the panel "Trade log" calls its rows and their sums, and says where there is none. */
export const MESSAGES = {
  traded: 'Traded',
  realised: 'Result',
  none: 'No trade ended',
  ever: 'No trade has ended yet. Each stands here once it has, with its entry, its exit and what it made.',
} as const
