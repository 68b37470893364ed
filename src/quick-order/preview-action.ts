/** The actions previewed before they are sent: an order with a price, or a close, a reversal, an exit, a prediction, the own orders to move. */
import { create } from 'zustand'
import type { BinaryDirection } from '../../contract/binary.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import type { TypedPrice } from '../markets/quick-order.ts'
import { newPreview, type Origin, type Preview, type RequestedOrder } from './preview.ts'
import type { ExitRole, SizeQuestion } from './preview-action-line.ts'

export type PreviewAction =
  | { readonly kind: 'close'; readonly much: SizeQuestion }
  | { readonly kind: 'reverse' }
  | { readonly kind: 'orders' }
  /** `away`: it starts at a distance from the mark, and the trader moves it from there. */
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
      /** Highest cost of a contract of the direction; null for the default distance of a prediction. */
      readonly worst: Price | null
    }

export type PreviewActionOf<K extends PreviewAction['kind']> = Extract<PreviewAction, { readonly kind: K }>

export interface ShownPreviewAction {
  /** Unique per preview. */
  readonly id: number
  readonly origin: Origin
  readonly market: MarketRef
  readonly previewAction: PreviewAction
}

interface State {
  readonly count: number
  /** An order with a price. */
  readonly order: Preview | null
  /** Any other action. */
  readonly shown: ShownPreviewAction | null
  /** A close has a slot of its own: a pending confirmation never blocks an action that reduces a position. */
  readonly close: ShownPreviewAction | null
  /** It waits for the trader's confirmation, and is not replaced. */
  readonly isHeld: boolean
}

export const usePreviewAction = create<State>(() => ({
  count: 0,
  order: null,
  shown: null,
  close: null,
  isHeld: false,
}))

/** Previews an order; an earlier preview is dropped. */
export const showPreview = (origin: Origin, market: MarketRef, request: RequestedOrder): void =>
  usePreviewAction.setState(({ count }) => ({ count: count + 1, order: newPreview(count, origin, market, request) }))

/** Changes the order with this id if it is still shown. */
export const changePreview = (id: number, change: (preview: Preview) => Preview): void =>
  usePreviewAction.setState(({ order }) => (order?.id === id ? { order: change(order) } : {}))

/** Previews an action that is not an order with a price. Replaces another one unless that waits for the trader's confirmation, which returns false. */
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

/** Shown where no new preview opens. */
export const PREDICTION_PENDING = 'An estimate is open. Confirm or discard it first.'

/** Pins the action with this id, or releases it. */
export const holdPreviewAction = (id: number, isHeld: boolean): void =>
  usePreviewAction.setState(({ shown }) => (shown?.id === id ? { isHeld } : {}))

/** Drops the action with this id. */
export const dropPreviewAction = (id: number): void =>
  usePreviewAction.setState(({ order, shown, close }) => ({
    ...(order?.id === id ? { order: null } : {}),
    ...(shown?.id === id ? { shown: null, isHeld: false } : {}),
    ...(close?.id === id ? { close: null } : {}),
  }))
