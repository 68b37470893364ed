/** What is shown before it goes: an order at a price, or a close, a reversal, an exit, a prediction, the own orders to move. */
import { create } from 'zustand'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import type { TypedPrice } from '../markets/quick-order.ts'
import { type AskedOrder, newPreview, type Origin, type Preview } from './preview.ts'
import type { ExitRole, HowMuch } from './preview-action-line.ts'

export type PreviewAction =
  | { readonly kind: 'close'; readonly much: HowMuch }
  | { readonly kind: 'reverse' }
  | { readonly kind: 'orders' }
  /** `away`: it begins at a distance from the mark, and the trader moves it from there. */
  | {
      readonly kind: 'exit'
      readonly role: ExitRole
      readonly price: Extract<TypedPrice, { kind: 'typed' }> | { readonly kind: 'away' }
    }
  | {
      readonly kind: 'predict'
      readonly direction: BinaryDirection
      /** USDC. */
      readonly amount: Money
      /** Most that a contract of the direction may cost; null: as far from the price as a prediction goes unless changed. */
      readonly worst: Price | null
    }

export type PreviewActionOf<K extends PreviewAction['kind']> = Extract<PreviewAction, { readonly kind: K }>

export interface ShownPreviewAction {
  /** Another one each time. */
  readonly id: number
  readonly origin: Origin
  readonly market: MarketRef
  readonly previewAction: PreviewAction
}

interface State {
  readonly count: number
  /** An order at a price. */
  readonly order: Preview | null
  /** What is none. */
  readonly shown: ShownPreviewAction | null
  /** A close has a place of its own: what waits for a word holds up nothing that makes a position smaller. */
  readonly close: ShownPreviewAction | null
  /** It waits for the trader's word, and gives way to no other. */
  readonly isHeld: boolean
}

export const usePreviewAction = create<State>(() => ({
  count: 0,
  order: null,
  shown: null,
  close: null,
  isHeld: false,
}))

/** Shows an order before it goes; one that was shown is dropped. */
export const showPreview = (origin: Origin, market: MarketRef, asked: AskedOrder): void =>
  usePreviewAction.setState(({ count }) => ({ count: count + 1, order: newPreview(count, origin, market, asked) }))

/** Changes the order of an id, where it is still shown. */
export const changePreview = (id: number, change: (preview: Preview) => Preview): void =>
  usePreviewAction.setState(({ order }) => (order?.id === id ? { order: change(order) } : {}))

/** Shows one that is no order at a price, in place of another unless that waits for the trader's word: then false. */
export function showPreviewAction(origin: Origin, market: MarketRef, previewAction: PreviewAction): boolean {
  const { isHeld, count } = usePreviewAction.getState()
  const shown = { id: count, origin, market, previewAction }
  if (previewAction.kind === 'close') {
    usePreviewAction.setState({ count: count + 1, close: shown })
    return true
  }
  if (isHeld) return false
  usePreviewAction.setState({ count: count + 1, shown })
  return true
}

/** Said where nothing new is shown. */
export const DEED_WAITS = 'A prediction waits for your word: confirm or discard its estimate first.'

/** Holds the one of an id in its place, or lets go of it. */
export const holdPreviewAction = (id: number, isHeld: boolean): void =>
  usePreviewAction.setState(({ shown }) => (shown?.id === id ? { isHeld } : {}))

/** Drops the one of an id. */
export const dropPreviewAction = (id: number): void =>
  usePreviewAction.setState(({ order, shown, close }) => ({
    ...(order?.id === id ? { order: null } : {}),
    ...(shown?.id === id ? { shown: null, isHeld: false } : {}),
    ...(close?.id === id ? { close: null } : {}),
  }))
