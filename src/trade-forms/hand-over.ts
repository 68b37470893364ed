/** A form whose market follows goes to another asset by itself: a hand that is pressing then meant the one before. */
import { useEffect, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'

/** For so long after the asset changed the form sends nothing, ms: no eye and no hand is quicker. */
export const SENDS_AGAIN_AFTER_MS = 500

/**
 * Whether the form's asset changed just now, so that what is pressed may be meant for the one before. A press that began before the change is held
 * off by giving the button the asset as its key: it ends on another element, and is none.
 */
export function useHandedOver(asset: string | null): boolean {
  const { clock } = useMarketData()
  const [seen, setSeen] = useState(asset)
  useEffect(() => {
    if (seen === asset) return undefined
    // The first asset takes nobody's place.
    if (seen === null) return setSeen(asset)
    return clock.after(SENDS_AGAIN_AFTER_MS, () => setSeen(asset))
  }, [seen, asset, clock])
  return seen !== null && seen !== asset
}
