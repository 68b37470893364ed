/** What a line that has only begun can become: listed in the palette, and never chosen. Pure. */
import type { Entry } from '../commands/index.ts'

/** Every way to go on, by its first word. */
export const LINES: readonly { readonly word: string; readonly ways: string }[] = [
  { word: 'buy', ways: 'buy 50 @ 71.5F post, buy 5 @ bid, buy 30 yes @ 0.62, buy 50 @ 71.5F stop 71.2F target 72F' },
  { word: 'sell', ways: 'sell 10 @ 571.62 ioc, sell 5 @ ask reduce' },
  { word: 'close', ways: 'close half, close 10, close 25%, close all' },
  { word: 'reverse', ways: 'reverse' },
  { word: 'stop', ways: 'stop 71.2F, stop 571.2, stop 0.40' },
  { word: 'target', ways: 'target 72F, target 572, target 0.80' },
  { word: 'predict', ways: 'predict up 25, predict down 25 @ 0.45' },
  { word: 'orders', ways: 'orders' },
  { word: 'cancel', ways: 'cancel last, cancel buys, cancel sells, cancel all' },
  { word: 'flatten', ways: 'flatten' },
]

/** A word of which fewer letters are typed may be the beginning of anything. */
const LEAST = 2

/** The lines that begin as what was typed does. */
export function hintsFor(query: string): readonly Entry[] {
  const [first = ''] = query.trimStart().toLowerCase().split(/\s+/)
  if (first.length < LEAST) return []
  return LINES.filter(({ word }) => word.startsWith(first)).map(({ word, ways }) => ({
    id: `hint/${word}`,
    title: ways,
    impossible: 'go on typing',
    run: () => undefined,
  }))
}
