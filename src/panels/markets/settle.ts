/** Does something once what moves has come to rest, or has moved for long enough. */
import type { Cancel } from '../../../contract/time.ts'

interface SettleOptions {
  readonly clock: { monotonic(): number; after(ms: number, run: () => void): Cancel }
  /** Nothing has moved for so long, ms. */
  readonly rest: number
  /** It is waited for no longer than this, ms. */
  readonly most: number
  readonly run: () => void
}

interface Settle {
  moved(): void
  stop(): void
}

export function createSettle({ clock, rest, most, run }: SettleOptions): Settle {
  let since: number | null = null
  let cancel: Cancel = () => undefined
  return {
    moved() {
      const now = clock.monotonic()
      since ??= now
      cancel()
      cancel = clock.after(Math.max(0, Math.min(rest, since + most - now)), () => {
        since = null
        run()
      })
    },
    stop() {
      cancel()
      since = null
    },
  }
}
