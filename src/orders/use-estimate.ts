/** What orders would do by the live book, and by the service: gathers what the families' rules need to know. */
import { useMemo } from 'react'
import type { Estimate } from '../../contract/action.ts'
import type { Fahrenheit } from '../../contract/decimal.ts'
import { useCalmTopic, useTopicUnless, useTopicValue } from '../market-data/index.ts'
import {
  type EstimatedIntent,
  type EstimateFacts,
  type EstimateFigures,
  type EstimateRow,
  estimateRows,
  figuresOf,
} from '../markets/family/index.ts'
import { useAccount, useAssets, useFees, useMarket, useShareFees } from '../queries/index.ts'
import { leverageSet } from '../trade-forms/index.ts'
import { usePanelVisible } from '../ui/index.ts'

/** How deep the book is walked, and how often the estimate is made again. */
const LEVELS = 40
const EVERY_MS = 250

const QUOTES = ['mark', 'bid', 'ask'] as const

export interface EstimateMarket {
  readonly asset: string
  readonly kind: EstimatedIntent['kind']
  /** °F of a prediction, as it is typed; null while none is. */
  readonly target?: Fahrenheit | null
  readonly isSale?: boolean
  readonly rests?: boolean
  /** In which unit prices of scalar markets are written. */
  readonly unit?: EstimateFacts['unit']
}

export interface EstimateReading {
  readonly rows: readonly EstimateRow[]
  readonly facts: EstimateFacts
  /** By the live book; null without an order or without a book. */
  readonly own: (intent: EstimatedIntent | null) => EstimateFigures | null
  readonly told: (intent: EstimatedIntent, estimate: Estimate) => EstimateFigures
}

/** @param watches whether there is an order to estimate: the book is watched only then */
export function useEstimate(market: EstimateMarket, watches: boolean): EstimateReading {
  const { asset, kind, target = null, isSale = false, rests = false, unit = 'mark' } = market
  const visible = usePanelVisible()
  const spec = useAssets().of(asset)
  const scalar = useMarket(kind === 'predict' ? asset : null)
  const account = useAccount().data
  const fees = useFees().data ?? null
  const shareFees = useShareFees()
  const ticker =
    useTopicUnless({ kind: 'ticker', asset }, (a, b) => QUOTES.every((name) => a[name] === b[name])) ?? null
  const book = useCalmTopic(visible && watches ? { kind: 'book', asset, step: null, levels: LEVELS } : null, EVERY_MS)
  const wasSet = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset)) ?? null
  const position = account?.positions.find((one) => one.asset === asset) ?? null
  const maxLeverage = scalar?.maxLeverage ?? 1
  const leverage = position?.leverage ?? wasSet ?? maxLeverage
  const available = account?.money.available ?? null
  const { tickSize, sizeDecimals, side } = spec
  const facts = useMemo<EstimateFacts>(
    () => ({ tickSize, sizeDecimals, maxLeverage, leverage, ticker, fees, shareFees, position, available, unit }),
    [tickSize, sizeDecimals, maxLeverage, leverage, ticker, fees, shareFees, position, available, unit],
  )
  const table = useMemo(
    () => estimateRows(kind, { leverage, target, sideName: side ?? 'it wins', isSale, rests }),
    [kind, leverage, target, side, isSale, rests],
  )
  return {
    rows: table,
    facts,
    own: (intent) => (intent === null || book == null ? null : figuresOf(intent, { kind: 'book', book }, facts)),
    told: (intent, estimate) => figuresOf(intent, { kind: 'service', estimate }, facts),
  }
}
