/** Collects the ticket's inputs and summarizes it. */
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Address } from '../../../contract/address.ts'
import type { Money, Price } from '../../../contract/decimal.ts'
import type { BookView, ScalarMarket, Ticker } from '../../../contract/market.ts'
import type { SessionView } from '../../../contract/session.ts'
import {
  type Freshness,
  useCalmTopic,
  useTopicFreshness,
  useTopicUnless,
  useTopicValue,
} from '../../market-data/index.ts'
import {
  effectivePrice,
  effectiveSize,
  joinSummaries,
  type MarketPrices,
  marketPrices,
  permissionOf,
  scalarSize,
  sharedMax,
  summarize,
  type TicketDraft,
  type TicketSummary,
  unsized,
} from '../../markets/scalar/index.ts'
import type { SizeRead } from '../../markets/sizing.ts'
import { useAccount, useCloseDistances, useFees, useMarkets, useMinimumValue, useSession } from '../../queries/index.ts'
import { stopFactsOf, useHeldSize } from '../../sizes/index.ts'
import { distanceOf, leverageSet, type Permission, useEntriesOff } from '../../trade-forms/index.ts'
import {
  isAlgoMode,
  isOldPrice,
  useChangeDraft,
  useDraft,
  useInstrument,
  useShownAsset,
} from '../../workspace/index.ts'

/** How deep the opposite book is walked. */
const LEVELS = 40
const ESTIMATE_EVERY_MS = 250

/** An order signed by the wallet needs no agent. */
const NO_AGENT: SessionView['agent'] = { state: 'approved', address: `0x${'0'.repeat(40)}` as Address, expiresAt: null }

/** The used fields of a ticker, which arrives each second with a new time. */
type Quotes = Pick<Ticker, (typeof QUOTES)[number]>
const QUOTES = ['mark', 'temperature', 'bid', 'mid', 'ask', 'status'] as const

const sameQuotes = (before: Quotes, now: Quotes): boolean => QUOTES.every((name) => before[name] === now[name])

export interface Ticket {
  readonly asset: string
  readonly market: ScalarMarket
  readonly ticker: Quotes | undefined
  /** The book that the estimate is made from; undefined while there is no order to estimate. */
  readonly book: BookView | undefined
  readonly session: SessionView | undefined
  readonly leverage: number
  readonly permission: Permission
  readonly summary: TicketSummary
  /** The price of each side: the typed price, or the bound of a market order; null while there is none. */
  readonly prices: MarketPrices
  /** The resolved size where it is typed in a unit other than contracts; null otherwise. */
  readonly sizeRead: SizeRead | null
  /** Pointer down on a button: freezes the size that it sends at the displayed one. */
  readonly holdSize: () => void
  /** Smallest value of an order that may add exposure, USDC; null where none is known. */
  readonly minimumValue: Money | null
  readonly freshness: Freshness
}

/** Props of the form of a mode. */
export interface ModeFormProps {
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly settleText: string
  readonly onSettleText: (text: string) => void
  /** Age of the data as text when it is not current. */
  readonly staleText: string | null
  /** The mode selector, which is inside each mode's frame. */
  readonly choices: ReactNode
}

/** The typed order of the panel, without its context. */
export function useOrderDraft(): TicketDraft {
  const { price, size, sizeBy = 'contracts', unit, tif, reduceOnly } = useDraft('scalar')
  return useMemo(() => ({ price, size, sizeBy, unit, tif, reduceOnly }), [price, size, sizeBy, unit, tif, reduceOnly])
}

/** All data of the active asset's ticket. */
export function useTicket(draft: TicketDraft, settleText: string) {
  const { mode, distance, signer, exits } = useDraft('scalar')
  const asset = useShownAsset()
  const markets = useMarkets()
  const market = markets.data?.find((one) => one.asset === asset)
  const account = useAccount()
  const fees = useFees().data ?? null
  const session = useSession()
  const tickerTopic = asset === null ? null : ({ kind: 'ticker', asset } as const)
  const ticker = useTopicUnless(tickerTopic, sameQuotes)
  const phase = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.phase) ?? null
  const liveAsset = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.current?.asset ?? null) ?? null
  const wasSet = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset ?? ''))
  // The book is subscribed only while there is an order to estimate.
  const estimates =
    !isAlgoMode(mode) && (mode === 'market' || effectivePrice(draft, 0) !== null) && effectiveSize(draft) !== null
  const book = useCalmTopic(
    asset === null || !estimates ? null : { kind: 'book', asset, step: null, levels: LEVELS },
    ESTIMATE_EVERY_MS,
  )
  const freshness = useTopicFreshness(tickerTopic)
  const view = account.data
  const position = view?.positions.find((one) => one.asset === asset) ?? null
  const leverage = position?.leverage ?? wasSet ?? market?.maxLeverage ?? 1

  const entriesOff = useEntriesOff()
  const closes = useCloseDistances().scalar
  const minimumValue = useMinimumValue('scalar', market)

  const sums = useMemo(() => {
    if (market === undefined) return null
    const sumAt = (requested: TicketDraft): TicketSummary =>
      summarize({
        draft: requested,
        settleText,
        market,
        ticker: ticker ?? null,
        book: book ?? null,
        position,
        accountKnown: view !== undefined,
        available: view?.money.available ?? null,
        leverage,
        fees,
        minimumValue,
      })
    const typed = distanceOf(distance, 'scalar')
    const atMarket = marketPrices(ticker ?? null, 'distance' in typed ? typed.distance : null, market)
    const summaryOf = (size: string): TicketSummary => {
      if (mode !== 'market') return sumAt({ ...draft, size })
      const at = (price: Price | null): TicketSummary =>
        sumAt({ ...draft, size, price: price ?? '', unit: 'mark', tif: 'IOC' })
      return joinSummaries(at(atMarket.buy), at(atMarket.sell))
    }
    const summary = summaryOf(draft.size)
    const mark = summary.price?.mark ?? null
    const prices = mode === 'market' ? atMarket : { buy: mark, sell: mark }
    const facts = {
      prices: mode === 'limit' ? prices : atMarket,
      bid: ticker?.bid ?? null,
      most: sharedMax(summary, draft.reduceOnly),
      sizeDecimals: market.sizeDecimals,
      fees,
      stop: stopFactsOf(
        exits,
        { family: 'scalar', distance: closes },
        { asset: market.asset, tick: market.tickSize, entries: { long: prices.buy, short: prices.sell } },
      ),
      reduceOnly: draft.reduceOnly,
    }
    const { size: text, sizeBy: by = 'contracts' } = draft
    return { summary, summaryOf, prices, sizeRead: by === 'contracts' ? null : scalarSize({ text, by }, facts) }
  }, [
    draft,
    mode,
    distance,
    exits,
    closes,
    settleText,
    market,
    ticker,
    book,
    position,
    view,
    leverage,
    fees,
    minimumValue,
  ])
  const read = sums?.sizeRead ?? null
  const { size, hold } = useHeldSize(
    JSON.stringify([asset, mode, distance, draft, exits.texts]),
    read?.state === 'known' ? read.size : null,
  )
  const sized = useMemo(() => {
    if (sums === null) return null
    const { summary, summaryOf, prices, sizeRead } = sums
    if (sizeRead === null) return { summary, prices, sizeRead }
    if (size !== null) return { summary: summaryOf(size), prices, sizeRead: { state: 'known', size } as const }
    return { summary: sizeRead.state === 'known' ? summary : unsized(summaryOf(''), sizeRead), prices, sizeRead }
  }, [sums, size])
  return {
    /** Null while the market is unknown; `error` may then have the reason. */
    ticket:
      asset === null || market === undefined || sized === null
        ? null
        : {
            asset,
            market,
            ticker,
            book,
            session,
            leverage,
            permission: permissionOf({
              session:
                session === undefined
                  ? null
                  : signer === 'wallet' && (mode === 'limit' || mode === 'market')
                    ? { ...session, agent: NO_AGENT }
                    : session,
              entriesOff,
              phase,
              liveAsset,
              asset,
              market,
              ticker: ticker ?? null,
            }),
            ...sized,
            holdSize: hold,
            minimumValue,
            freshness,
          },
    error: markets.error?.message ?? null,
    retry: () => {
      markets.refetch().catch(() => undefined)
    },
  }
}

/** The bucket that a limit price was typed in: after the bucket has changed it must be edited before it can be sent. */
export function usePricedIn() {
  const { price, pricedIn } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const instrument = useInstrument()
  const bucket =
    instrument?.here === true && instrument.start !== null ? `${instrument.asset} ${instrument.start}` : null
  const isNew = price !== '' && pricedIn === '' && bucket !== null
  useEffect(() => {
    if (isNew) change({ pricedIn: bucket })
  }, [isNew, bucket, change])
  return {
    /** Whether the price is that of an earlier bucket. */
    isOld: isOldPrice({ price, pricedIn }, bucket),
    /** Takes it for the current one. */
    keep() {
      if (bucket !== null) change({ pricedIn: bucket })
    },
  }
}
