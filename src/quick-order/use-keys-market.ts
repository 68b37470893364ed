/** Armed trading keys act in one market: they end where they would act in another, be it that another panel is used or that the market went on. */
import { useEffect, useRef } from 'react'

/** What a key would trade: the asset of the market in use. Undefined where no panel shows one, null while it is not known. */
type Acting = string | null | undefined

/**
 * The asset that the keys are armed for after what is known now, and whether they end. What is not read yet is no other market. Pure.
 * @param was null where none is known yet
 */
export function keysAfter(
  was: string | null,
  { isArmed, acting }: { readonly isArmed: boolean; readonly acting: Acting },
): { readonly asset: string | null; readonly ends: boolean } {
  if (!isArmed) return { asset: null, ends: false }
  return { asset: was ?? acting ?? null, ends: was !== null && acting != null && acting !== was }
}

/** @param end disarms them; it is called once for each arming */
export function useKeysMarket(isArmed: boolean, acting: Acting, end: () => void): void {
  const asset = useRef<string | null>(null)
  const hasEnded = useRef(false)
  useEffect(() => {
    const after = keysAfter(asset.current, { isArmed, acting })
    asset.current = after.asset
    if (!isArmed) hasEnded.current = false
    if (!after.ends || hasEnded.current) return
    hasEnded.current = true
    end()
  }, [isArmed, acting, end])
}
