/** Canonical actions for the agent wallet's signature (docs/service/signing.md#canonical-actions): key order is part of the signature. */

import { encode } from '@msgpack/msgpack'
import { concatBytes, hexToBytes, keccak256, numberToBytes } from 'viem/utils'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import type { PlaceRequest, Tif } from '../market/index.ts'

export type Hex = `0x${string}`

/** The time in force as spelled in the signed action. */
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
  | { type: 'userOutcome'; splitOutcome: { outcome: number; amount: string } }
  | { type: 'userOutcome'; mergeOutcome: { outcome: number; amount: string | null } }
  | { type: 'userOutcome'; mergeQuestion: { question: number; amount: string | null } }
  | { type: 'userOutcome'; negateOutcome: { question: number; outcome: number; amount: string } }

/** The order action of a limit order; price and size lose their trailing zeros. */
export function orderAction(assetId: number, order: Omit<PlaceRequest, 'account' | 'asset'>): CanonicalAction {
  const signed: SignedOrder = {
    a: assetId,
    b: order.isBuy,
    p: trimZeros(order.price as Decimal),
    s: trimZeros(order.size as Decimal),
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

/** A conversion of outcome shares as the client requested it; amounts lose their trailing zeros. */
export type Conversion =
  | { kind: 'split'; outcomeId: number; amount: string }
  | { kind: 'merge'; outcomeId: number; amount: string | null }
  | { kind: 'merge_question'; questionId: number; amount: string | null }
  | { kind: 'negate'; questionId: number; outcomeId: number; amount: string }

/** The conversion action; a null amount means all available. */
export function conversionAction(conversion: Conversion): CanonicalAction {
  const type = 'userOutcome'
  switch (conversion.kind) {
    case 'split':
      return { type, splitOutcome: { outcome: conversion.outcomeId, amount: plain(conversion.amount) } }
    case 'merge':
      return { type, mergeOutcome: { outcome: conversion.outcomeId, amount: plainOrAll(conversion.amount) } }
    case 'merge_question':
      return { type, mergeQuestion: { question: conversion.questionId, amount: plainOrAll(conversion.amount) } }
    case 'negate': {
      const { questionId: question, outcomeId: outcome, amount } = conversion
      return { type, negateOutcome: { question, outcome, amount: plain(amount) } }
    }
  }
}

const plain = (amount: string): string => trimZeros(amount as Decimal)
const plainOrAll = (amount: string | null): string | null => (amount === null ? null : plain(amount))

interface ConnectionIdInput {
  /** Any action object; its keys are encoded in their order. */
  action: unknown
  nonce: number
  vaultAddress?: Hex | null
  expiresAfter?: number | null
}

/** keccak256( msgpack(action) ‖ nonce (8 bytes) ‖ vault ‖ expiry ), referenced by the `Agent` message (docs/service/signing.md#connection-id). */
export function connectionId({ action, nonce, vaultAddress, expiresAfter }: ConnectionIdInput): Hex {
  return keccak256(
    concatBytes([
      encode(action),
      numberToBytes(nonce, { size: 8 }),
      vaultAddress == null ? Uint8Array.of(0) : concatBytes([Uint8Array.of(1), hexToBytes(vaultAddress)]),
      expiresAfter == null
        ? new Uint8Array(0)
        : concatBytes([Uint8Array.of(0), numberToBytes(expiresAfter, { size: 8 })]),
    ]),
  )
}
