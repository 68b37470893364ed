/** The canonical actions an agent wallet signs (agent-signing.md): key order is part of the signature. */
import { type AnyDecimal, trimZeros } from '../../contract/decimal.ts'
import type { PlaceRequest, Tif } from '../core/interface.ts'

export type Hex = `0x${string}`

/** The time in force as the signed action spells it. */
type SignedTif = 'Gtc' | 'Ioc' | 'Alo'
const SIGNED_TIF: Record<Tif, SignedTif> = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' }

interface SignedOrder {
  a: number
  b: boolean
  p: string
  s: string
  r: boolean
  t: { limit: { tif: SignedTif } }
  c?: string
}

export type CanonicalAction =
  | { type: 'order'; orders: [SignedOrder]; grouping: 'na' }
  | { type: 'cancel'; cancels: [{ a: number; o: number }] }
  | { type: 'cancelByCloid'; cancels: [{ asset: number; cloid: string }] }
  | { type: 'updateLeverage'; asset: number; isCross: boolean; leverage: number }

/** The order action of a limit order; price and size lose their trailing zeros. */
export function orderAction(assetId: number, order: Omit<PlaceRequest, 'account' | 'asset'>): CanonicalAction {
  const signed: SignedOrder = {
    a: assetId,
    b: order.isBuy,
    p: trimZeros(order.price as AnyDecimal),
    s: trimZeros(order.size as AnyDecimal),
    r: order.reduceOnly,
    t: { limit: { tif: SIGNED_TIF[order.tif] } },
  }
  if (order.cloid !== null) signed.c = order.cloid
  return { type: 'order', orders: [signed], grouping: 'na' }
}

/** The cancel action, by the venue's order id or the client's. The id is a number in the signed form. */
export function cancelAction(assetId: number, by: { oid: string } | { cloid: string }): CanonicalAction {
  return 'oid' in by
    ? { type: 'cancel', cancels: [{ a: assetId, o: Number(by.oid) }] }
    : { type: 'cancelByCloid', cancels: [{ asset: assetId, cloid: by.cloid }] }
}

/** The leverage action: isolated margin only, so `isCross` is false. */
export const leverageAction = (assetId: number, leverage: number): CanonicalAction => ({
  type: 'updateLeverage',
  asset: assetId,
  isCross: false,
  leverage,
})
