/** Size of the window in which books are painted, px: the same for the terminal and the baseline page. */
export const WINDOW = { width: 1600, height: 960 } as const
