/** All inputs that a quick order in a market is built and checked from. */

import { useMemo } from 'react'
import type { AccountView, Position } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Instrument, InstrumentView } from '../../contract/instrument.ts'
import type { Ticker } from '../../contract/market.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { useCalmTopic, useTopic, useTopicFreshness } from '../market-data/index.ts'
import { type MarketQuickOrder, quickOrderOf } from '../markets/family/index.ts'
import { useAccount, useFees, useMarket, useMinimumValue, useSession } from '../queries/index.ts'
import { leverageSet, type Permission, permissionIn, sessionReason, useEntriesOff } from '../trade-forms/index.ts'
import type { PricedBy } from './preview.ts'

const LEVELS = 40
const ESTIMATE_EVERY_MS = 250
const NO_ACTIONS: readonly ActionRecord[] = []

export interface QuickOrderPort {
  /** The market as main publishes it; undefined until then. */
  readonly view: InstrumentView | undefined
  /** Null while the market is unknown or unavailable. */
  readonly instrument: Instrument | null
  readonly asset: string | null
  readonly tick: Price | null
  readonly hand: MarketQuickOrder | null
  readonly quotes: PricedBy['quotes']
  /** Null while unknown. */
  readonly mark: Price | null
  readonly ticker: Ticker | undefined
  /** Null while it is being read. */
  readonly account: AccountView | null
  /** The position in the market. */
  readonly position: Position | undefined
  readonly permission: Permission
  /** `4 s old` while prices are stale; null while they are current. */
  readonly stale: string | null
  readonly actions: readonly ActionRecord[]
}

export function useQuickOrder(market: MarketRef | null): QuickOrderPort {
  const view = useTopic(market === null ? null : { kind: 'instrument', market })
  const instrument = view?.here === true ? view : null
  const asset = instrument?.asset ?? null
  const tickerTopic = asset === null ? null : ({ kind: 'ticker', asset } as const)
  const ticker = useTopic(tickerTopic)
  const book = useCalmTopic(
    asset === null ? null : { kind: 'book', asset, step: null, levels: LEVELS },
    ESTIMATE_EVERY_MS,
  )
  const freshness = useTopicFreshness(tickerTopic)
  const account = useAccount().data ?? null
  const fees = useFees().data ?? null
  const scalar = useMarket(asset) ?? null
  const session = useSession() ?? null
  const entriesOff = useEntriesOff()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const leverage = useMemo(() => {
    const held = account?.positions.find((one) => one.asset === asset)?.leverage
    return held ?? leverageSet(actions, asset ?? '') ?? scalar?.maxLeverage ?? 1
  }, [account, actions, asset, scalar])
  const minimumValue = useMinimumValue(instrument?.family ?? 'scalar', scalar ?? undefined)
  const hand = useMemo(
    () =>
      instrument === null
        ? null
        : quickOrderOf({
            ...{ instrument, ticker: ticker ?? null, book: book ?? null, account, fees },
            ...{ market: scalar, leverage, minimumValue },
          }),
    [instrument, ticker, book, account, fees, scalar, leverage, minimumValue],
  )
  const reason = sessionReason(session)
  const permission: Permission =
    instrument === null
      ? { orders: 'none', reason: view?.here === false ? view.reason : COMMON.loadingMarket }
      : reason !== null
        ? { orders: 'none', reason }
        : permissionIn(instrument.entry, entriesOff)
  return {
    ...{ view, instrument, asset, tick: instrument?.tick ?? null, hand },
    ...{ quotes: ticker ?? null, mark: ticker?.mark ?? null, ticker },
    ...{ account, position: account?.positions.find((one) => one.asset === asset) },
    ...{ permission, stale: freshness.stale ? freshness.text : null, actions },
  }
}
