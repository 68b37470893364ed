/** Size of the window in which books are painted, px: the terminal's and the floor page's alike. */
export const WINDOW = { width: 1600, height: 960 } as const
