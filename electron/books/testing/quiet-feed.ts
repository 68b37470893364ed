/** A feed without prices. */
import type { SeenFeed } from '../price-recorder.ts'

export const QUIET_FEED: SeenFeed = {
  ticker: () => null,
  need: () => () => undefined,
  clockOffset: () => 0,
  markets: { onChange: () => () => undefined },
}
