/** Keeps the tickers of assets coming that somebody waits for, whether or not a window shows them. */
import type { Cancel } from '../../contract/time.ts'

interface HeldAssets {
  /** Holds exactly these. */
  hold(assets: Iterable<string>): void
}

/** @param need begins to keep an asset's ticker coming, until the result is called. */
export function createHeldAssets(need: (asset: string) => Cancel): HeldAssets {
  const held = new Map<string, Cancel>()
  return {
    hold(assets) {
      const wanted = new Set(assets)
      for (const asset of wanted) if (!held.has(asset)) held.set(asset, need(asset))
      for (const [asset, release] of held) {
        if (wanted.has(asset)) continue
        held.delete(asset)
        release()
      }
    },
  }
}
