/** Where the arrow keys go in the ladder: rows from the top of the screen down, empty ones left out, no wrapping. */
const MOVES: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

/** The row to focus after `key`, or null when the key moves nothing. `from` is −1 when no row has the focus. */
export function rowAfter(key: string, from: number, count: number): number | null {
  const move = MOVES[key]
  if (move === undefined || count === 0) return null
  return Math.min(count - 1, Math.max(0, move(from, count)))
}
