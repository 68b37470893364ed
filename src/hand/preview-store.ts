/** The one preview of this window: at most one order is looked at. */
import { create } from 'zustand'
import type { MarketRef } from '../../contract/market-ref.ts'
import { type AskedOrder, newPreview, type Origin, type Preview } from './preview.ts'

interface State {
  readonly preview: Preview | null
  readonly count: number
}

export const usePreview = create<State>(() => ({ preview: null, count: 0 }))

/** Shows an order before it goes; one that was shown is dropped. */
export const showPreview = (origin: Origin, market: MarketRef, asked: AskedOrder): void =>
  usePreview.setState(({ count }) => ({ preview: newPreview(count, origin, market, asked), count: count + 1 }))

/** Changes the preview of an id, where it is still shown. */
export const changePreview = (id: number, change: (preview: Preview) => Preview): void =>
  usePreview.setState(({ preview }) => (preview?.id === id ? { preview: change(preview) } : {}))

/** Drops it, whatever it is. */
export const dropPreview = (): void => usePreview.setState({ preview: null })
