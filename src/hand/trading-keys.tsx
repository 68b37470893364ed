/** Puts the trading keys of the window into the table of commands, and sends what they send at once. */
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import type { KeysMode, SubmittedByHand } from '../../contract/catches.ts'
import type { Size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useCommands } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAccount } from '../queries/index.ts'
import { useTradingKeys } from '../trade-forms/index.ts'
import { atOnce } from './at-once.ts'
import { type Flatten, flattenAtOnce, showFlatten } from './flatten-shown.ts'
import { presetSize } from './presets.ts'
import type { AskedOrder, PricedBy } from './preview.ts'
import { changePreview, showPreview, usePreview } from './preview-store.ts'
import { type RestingOrder, useRestingOrders } from './resting-orders.ts'
import { tradingCommands } from './trading-keys.ts'
import { useHand } from './use-hand.ts'

/** The number of the size that trading keys have, the least one at first, and what it is in the market in use. */
export const useKeySize = create<{ readonly preset: number; readonly size: Size | null }>(() => ({
  preset: 1,
  size: null,
}))

export interface TradingKeysProps {
  /** The market in use; undefined where no panel shows one, null while it is not known. */
  readonly market: MarketRef | null | undefined
  readonly cancel: (orders: readonly RestingOrder[]) => void
  readonly cancelAll: (asset: string) => void
  readonly flatten: Flatten
  readonly arm: (mode: KeysMode | null) => void
  readonly submit: (intent: Intent, by: SubmittedByHand) => void
  /** Says why a key sent nothing. */
  readonly refuse: (words: string) => void
}

export function TradingKeys({ market, cancel, cancelAll, flatten, arm, submit, refuse }: TradingKeysProps): ReactNode {
  const mode = useTradingKeys()?.mode ?? null
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  // What orders are made of is watched only while a key could send one.
  const { instrument, hand, quotes, permission, freshness } = useHand(mode === 'at_once' ? (market ?? null) : null)
  const account = useAccount().data ?? null
  const orders = useRestingOrders()
  const preset = useKeySize((state) => state.preset)
  const { stale, words } = freshness
  const family = market?.family
  useEffect(
    () => useKeySize.setState({ size: family === undefined ? null : presetSize(family, preset) }),
    [family, preset],
  )
  const send = useCallback(
    (ref: MarketRef, asked: AskedOrder) => {
      const by: PricedBy | null = instrument === null || hand === null ? null : { instrument, quotes, hand }
      const does = atOnce(ref, asked, by, { permission, stale: stale ? words : null })
      if (does.does === 'send') submit(does.intent, does.by)
      if (does.does === 'show') showPreview('keys', ref, asked)
      if (does.does === 'refuse') refuse(does.words)
    },
    [instrument, hand, quotes, permission, stale, words, submit, refuse],
  )
  const known = useMemo(() => {
    if (market == null) return market
    if (view === undefined) return null
    if (!view.here) return undefined
    return { ref: view.ref, asset: view.asset, sizeDecimals: view.sizeDecimals }
  }, [market, view])
  useCommands(
    useMemo(
      () =>
        tradingCommands({
          mode,
          market: known,
          account,
          orders,
          preset,
          choosePreset,
          show: showPreview,
          send,
          cancel,
          cancelAll,
          flatten(how) {
            if (how === 'show') showFlatten()
            else flattenAtOnce(flatten, refuse)
          },
          arm,
        }),
      [mode, known, account, orders, preset, send, cancel, cancelAll, flatten, arm, refuse],
    ),
  )
  return null
}

/** For the orders to come, and for the one that is shown. */
function choosePreset(preset: number): void {
  useKeySize.setState({ preset })
  const { preview } = usePreview.getState()
  if (preview === null) return
  const size = presetSize(preview.market.family, preset)
  if (size === null) return
  changePreview(preview.id, (one) =>
    one.order === null ? one : { ...one, order: { ...one.order, size }, question: null },
  )
}
