/** Whose sizes are being changed in this window. */
import { create } from 'zustand'
import type { MarketRef } from '../../contract/market-ref.ts'

interface State {
  readonly open: boolean
  /** The market that it was opened from; null where it was from none. */
  readonly market: MarketRef | null
}

export const useSizeEditor = create<State>(() => ({ open: false, market: null }))

/** Opens the dialog in which sizes are changed. */
export const editSizes = (market: MarketRef | null): void => useSizeEditor.setState({ open: true, market })

export const closeSizes = (): void => useSizeEditor.setState({ open: false })
