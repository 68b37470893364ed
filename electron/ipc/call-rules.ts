/** How often calls may come, by the rates that the entries of the contract name (`contract/ipc/call.ts`). */
import type { RateName } from '../../contract/ipc/call.ts'
import { type CallName, callNames, calls } from '../../contract/ipc.ts'
import type { Rate } from './token-bucket.ts'

/** How often calls may come that share a name here; each window has a bucket of its own, or all windows share one. */
export interface CallRate extends Rate {
  readonly of: 'window' | 'terminal'
  /** What came too often, as the refusal says it. */
  readonly tooOften: string
}

const perWindow = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'window',
  tooOften,
})
const perTerminal = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'terminal',
  tooOften,
})

/** Generous for hands: nobody who clicks or types meets one of them. */
export const RATES = {
  orders: perWindow(20, 100, 'Too many orders came from this window at once'),
  /** What makes a position smaller, takes an order back or protects: whatever else a window asks for cannot hold it back. */
  reducing: perWindow(200, 50, 'Too many cancels and closes came from this window at once'),
  /** Apart from single closes, so that a flood of these cannot hold back what ends everything. */
  stopping: perWindow(20, 500, 'Flatten and Cancel all were asked for too often'),
  disarming: perWindow(100, 50, 'This window was disarmed too often'),
  answers: perWindow(20, 200, 'This window answered too often'),
  saves: perWindow(30, 200, 'This window saved too often'),
  /** A window saves its layout twice a second at most. */
  layouts: perWindow(20, 200, 'This window saved its layout too often'),
  reads: perWindow(300, 10, 'This window read too often'),
  watching: perWindow(2000, 2, 'This window watched too many topics at once'),
  /** As often as a frame of a fast display. */
  pointing: perWindow(240, 4, 'This window pointed at charts too often'),
  copies: perWindow(20, 200, 'This window copied too often'),
  /** Each is megabytes on its way to the clipboard. */
  pictures: perWindow(5, 1000, 'This window copied too many pictures at once'),
  /** A market's name and price in the title change as the market does. */
  titles: perWindow(20, 200, 'This window named itself too often'),
  workspaces: perWindow(20, 300, 'Workspaces were changed too often from this window'),
  /** Counted over all windows: each new one begins with buckets of its own, full. */
  windows: perTerminal(12, 1000, 'Too many windows were asked for at once'),
  /** Each asks the trader for a file. */
  exports: perWindow(5, 1000, 'This window gave out too many files at once'),
  errors: perWindow(10, 6000, 'This window reported too many errors'),
  /** A second try at once is for a typing mistake, or a signature that was the wrong wallet's. */
  agents: perTerminal(3, 60_000, 'New agents were asked for too often'),
  /** A hand presses once; each asks the release host, or the trader. */
  updates: perTerminal(6, 5000, 'Updates were asked for too often'),
  /** Each asks a stranger's host. */
  outward: perTerminal(10, 3000, 'Places outside were tried too often'),
  access: perTerminal(3, 60_000, 'Access was asked for too often'),
  /** Each asks an address that a window names. */
  looks: perTerminal(10, 3000, 'Services were looked at too often'),
} as const satisfies Readonly<Record<RateName, CallRate>>

/** The rules of all calls, as the contract has them. */
export const CALL_RULES = Object.fromEntries(callNames.map((name) => [name, calls[name].rule])) as {
  readonly [N in CallName]: (typeof calls)[N]['rule']
}

/** The bucket that a call takes from. */
export function rateOf(name: CallName, input: unknown): RateName {
  const { rate } = CALL_RULES[name]
  return typeof rate === 'function' ? rate(input as never) : rate
}
