/** The effect of orders by the live book, and by the service: collects the inputs of the families' rules. */
import { useEffect, useMemo, useState } from 'react'
import type { ActionRecord, Estimate } from '../../contract/action.ts'
import type { Fahrenheit } from '../../contract/decimal.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { useCalmTopic, useMarketData, useServerClock, useTopicUnless, useTopicValue } from '../market-data/index.ts'
import {
  type EstimatedIntent,
  type EstimateFacts,
  type EstimateFigures,
  type EstimateRow,
  estimateRows,
  figuresOf,
} from '../markets/family/index.ts'
import { useAccount, useAssets, useFees, useMarket, useShareFees } from '../queries/index.ts'
import { awaitsEstimate, leverageSet } from '../trade-forms/index.ts'
import { useEscape, usePanelVisible } from '../ui/index.ts'

/** How deep the book is walked. */
const LEVELS = 40
const EVERY_MS = 250

const QUOTES = ['mark', 'bid', 'ask'] as const

export interface EstimateMarket {
  readonly asset: string
  readonly kind: EstimatedIntent['kind']
  /** °F of a prediction, as typed; null while there is none. */
  readonly target?: Fahrenheit | null
  readonly isSale?: boolean
  readonly rests?: boolean
  /** Unit of prices of scalar markets. */
  readonly unit?: EstimateFacts['unit']
}

interface EstimateReading {
  readonly rows: readonly EstimateRow[]
  readonly facts: EstimateFacts
  /** By the live book; null without an order or without a book. */
  readonly own: (intent: EstimatedIntent | null) => EstimateFigures | null
  readonly serviceFigures: (intent: EstimatedIntent, estimate: Estimate) => EstimateFigures
}

/** @param watches whether there is an order to estimate: the book is subscribed only then */
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
    serviceFigures: (intent, estimate) => figuresOf(intent, { kind: 'service', estimate }, facts),
  }
}

/** An answer button may appear where another button was just clicked: clicks are ignored for this long. */
const HEEDS_AFTER_MS = 400

const IDLE_MS = 60_000

export interface Answering {
  /** The pending estimate; null while there is none. */
  readonly estimate: Estimate | null
  readonly mayAnswer: boolean
  readonly isConfirming: boolean
  /** Whole seconds for which it is still valid; null without an expiry. */
  readonly left: number | null
  readonly failure: string | null
  readonly answer: (accept: boolean) => void
}

/** The trader's answer to an estimate: exactly this one is confirmed, or none. */
export function useAnswer(action: ActionRecord | undefined): Answering {
  const call = useCall()
  const { clock } = useMarketData()
  const waits = action !== undefined && awaitsEstimate(action) ? action : null
  // Without a pending estimate the ticket needs no countdown.
  const now = useServerClock(waits === null ? IDLE_MS : 500)
  const estimate = waits?.estimate ?? null
  const waiting = waits !== null
  const actionId = waits?.id ?? null
  const [heeds, setHeeds] = useState(false)
  /** The given answer, with the estimate and its action. */
  const [answered, setAnswered] = useState<{ readonly estimate: string; readonly accept: boolean } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another action waits again
  useEffect(() => {
    setHeeds(false)
    setFailure(null)
    return waiting ? clock.after(HEEDS_AFTER_MS, () => setHeeds(true)) : undefined
  }, [clock, waiting, actionId])
  const key = estimate === null ? null : `${actionId}/${estimate.id}`
  const mine = key !== null && answered?.estimate === key ? answered : null
  const answer = (accept: boolean): void => {
    if (waits === null || estimate === null) return
    setAnswered({ estimate: key ?? '', accept })
    setFailure(null)
    call('confirmEstimate', { actionId: waits.id, estimateId: estimate.id, accept }).catch((error: unknown) => {
      setAnswered(null)
      setFailure(errorText(error))
    })
  }
  const mayAnswer = estimate !== null && heeds && mine === null
  // Esc is not a click, so it takes effect at once, and discards. An answered estimate is not answered again, nor is a key press meant for it passed on
  // to an outer layer.
  useEscape('estimate', estimate !== null, () => {
    if (mine === null) answer(false)
  })
  const validUntil = estimate?.validUntil ?? null
  return {
    estimate,
    mayAnswer,
    isConfirming: mine?.accept === true,
    left: validUntil === null ? null : Math.max(0, Math.floor((validUntil - now) / 1000)),
    failure,
    answer,
  }
}
