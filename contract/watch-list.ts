/**
 * The watch list: everything that this terminal does automatically on one deployment, for every wallet that set something on it. Stops, targets and
 * timed exits, scales and slices, and alerts.
 */
import type { Millis } from './time.ts'

/** Whether an entry is being watched now, and if not, why. `reason` is a sentence. */
export type WatchState =
  | { readonly at: 'watched' }
  /** Its market is known to be closed: nothing is missed. */
  | { readonly at: 'closed_market'; readonly reason: string }
  | {
      readonly at: 'not_watched'
      readonly reason: string
      /** It cannot resolve by itself, such as a missing token: it is reported at once. Otherwise it is reported after ten seconds. */
      readonly isCertain: boolean
      /** The trader paused it, or was notified when it began: it is not reported again. */
      readonly isKnown?: true
    }

export type WatchKind = 'exit' | 'algo' | 'alert'

/** One automated order or alert, as its module describes it. */
export interface WatchEntry {
  readonly id: string
  readonly kind: WatchKind
  /** Its label for the trader: `Stop on NYCTMP1 at 565.00`. */
  readonly label: string
  /** Null when it concerns no single market. */
  readonly asset: string | null
  /** Address of its wallet; null when it belongs to the deployment. */
  readonly account: string | null
  readonly watch: WatchState
}

/** An entry as windows show it. */
export interface WatchItem extends WatchEntry {
  /** Since when it has not been watched, by the machine's clock; null while it is watched or its market is closed. */
  readonly since: Millis | null
  /** Whether the trader was notified that it is not being watched. */
  readonly isReported: boolean
}

/** The `watch_list` topic: oldest first. */
export type WatchListView = readonly WatchItem[]
