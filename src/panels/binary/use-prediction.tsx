/** The prediction that a click on UP or DOWN sends: the amount, its tolerance, and the questions asked first. */

import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type ActionRecord, isFinal } from '../../../contract/action.ts'
import { BINARY_LEVERAGE, type BinaryDirection, type BinaryView, contractsAtWorst } from '../../../contract/binary.ts'
import { compare, type Money, type Price, subtract, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import type { Ticker } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { belowMinimumText } from '../../../contract/minimum-value.ts'
import { entryDistance, entryWorstAt } from '../../../contract/protection.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { sideOf } from '../../../contract/requested-order.ts'
import { grouped } from '../../format/index.ts'
import { useCalmTopic, useMarketData, useServerClock, useTopicValue } from '../../market-data/index.ts'
import { amountOf, binaryAmount, binaryPermission, CONTRACT_PLACES, pricesOf } from '../../markets/binary/index.ts'
import { FollowLine, useTicketEstimate } from '../../orders/index.ts'
import { useAccount, useCloseDistances, useMinimumValue, useSession } from '../../queries/index.ts'
import { type Entries, stopFactsOf, useHeldSize } from '../../sizes/index.ts'
import { useTicketSender } from '../../ticket/index.ts'
import {
  awaitsEstimate,
  binarySetUp,
  distanceOf,
  oldReasons,
  type RankedReason,
  type Reason,
  staleReasons,
  useEntriesOff,
  useSubmission,
  useSubmittedAction,
} from '../../trade-forms/index.ts'
import { Button, usePanelVisible } from '../../ui/index.ts'
import {
  type RequestedPrediction,
  useChangeDraft,
  useDraft,
  useHold,
  usePricelessClicks,
  useRequestedPrediction,
  useSizeFocus,
  useWantedSide,
} from '../../workspace/index.ts'
import styles from './binary.module.css'
import { MESSAGES } from './messages.ts'

/**
 * Whether leverage 2 is known to be set.
 * @param last the last prediction of the form: where the service still required the leverage, it is not set
 */
function useIsSetUp(view: BinaryView, last?: ActionRecord): boolean {
  const isListed = useTopicValue({ kind: 'actions' }, binarySetUp) === true
  const positions = useAccount().data?.positions ?? []
  if (last?.state === 'refused' && last.code === 'leverage_must_be_2') return false
  const assets = view.markets.map(({ asset }) => asset)
  return isListed || positions.some(({ asset, leverage }) => assets.includes(asset) && leverage === BINARY_LEVERAGE)
}

/** Leverage 2, without which no binary contract can be bought: whether it is known to be set, and setting it separately. */
export function SetUp({ view, disabled }: { view: BinaryView; disabled: boolean }): ReactNode {
  const sender = useSubmission()
  const action = useSubmittedAction(sender.submission)
  if (useIsSetUp(view)) {
    return (
      <div className={styles.setUp}>
        <p className={styles.note}>Leverage {BINARY_LEVERAGE}× is set: margin is half the cost.</p>
      </div>
    )
  }
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  return (
    <div className={styles.setUp}>
      <p className={styles.note}>
        Binary contracts trade at {BINARY_LEVERAGE}× leverage only. This needs one signature. The first prediction asks
        for it, or set it up now.
      </p>
      <Button
        size="small"
        disabled={disabled || busy}
        aria-busy={busy}
        onClick={(event) => sender.press({ kind: 'binary_setup' }, event.detail)}
      >
        {busy ? MESSAGES.settingUp : MESSAGES.setUp(BINARY_LEVERAGE)}
      </Button>
      {sender.submission.state !== 'idle' && <FollowLine sender={sender} />}
    </div>
  )
}

export interface Amount {
  /** The amount to send, or its error; a missing input is reported only after a click. */
  readonly read: { readonly amount: Money } | { readonly issue: string; readonly missing: boolean }
  /** For money `102.86 UP, 146.95 DOWN`, for other units `= 61.72 USDC`: no more fits beside another field. Null where there is nothing to show. */
  readonly note: string | null
  /** The entry price of each direction, prices of UP. */
  readonly entries: Entries
  /** Pointer down on a button that sends it. */
  readonly hold: () => void
}

interface AmountTerms {
  readonly asset: string
  readonly tick: Price | null
  readonly ticker: Pick<Ticker, 'mark' | 'mid' | 'bid' | 'ask'> | undefined
  readonly available: Money | null
  /** Smallest amount of a prediction; null where none is known. */
  readonly minimum: Money | null
  /** Decimals of contracts. */
  readonly places: number
  /** The worst price of a direction, of UP; null where there is none. */
  readonly worstOf: (direction: BinaryDirection) => Price | null
}

/** The amount of a prediction: as typed, resolved, and as a click sends it. */
function useAmount({ asset, tick, ticker, available, minimum, places, worstOf }: AmountTerms): Amount {
  const { amount: text, amountBy: by, exits } = useDraft('binary')
  const closes = useCloseDistances().binary
  const [up, down] = [pricesOf('UP', ticker).buysAt, pricesOf('DOWN', ticker).buysAt]
  const worked = useMemo(() => {
    if (by === 'money') return null
    const prices = [up, down].filter((price) => price !== null)
    return binaryAmount(
      { text, by },
      {
        available,
        prices,
        stop: stopFactsOf(exits, { family: 'binary', distance: closes }, { asset, tick, entries: entriesOf(up, down) }),
      },
    )
  }, [text, by, up, down, available, exits, closes, tick, asset])
  const { size, hold } = useHeldSize(
    JSON.stringify([asset, text, by, exits.texts]),
    worked?.state === 'known' ? worked.size : null,
  )
  const amount = size === null ? null : (size as string as Money)
  const typed: Amount['read'] =
    worked === null
      ? amountOf(text)
      : amount !== null
        ? { amount }
        : { issue: worked.state === 'known' ? '' : worked.text, missing: worked.state === 'lacks' }
  const small = 'amount' in typed ? belowMinimumText('binary', typed.amount, minimum, 'USDC') : null
  const read = small === null ? typed : { issue: small, missing: false }
  const note =
    worked === null
      ? 'amount' in read
        ? contractsText(read.amount, { places, worstOf })
        : null
      : amount === null
        ? worked.state === 'known'
          ? null
          : worked.text
        : `= ${amount} USDC`
  return { read, note, entries: entriesOf(up, down), hold }
}

/** Buying DOWN is selling UP at the complementary price (1 − price). */
const entriesOf = (up: Price | null, down: Price | null): Entries => ({
  long: up,
  short: down === null ? null : subtract('1' as Price, down),
})

/** `41.66 UP, 62.5 DOWN`: what the amount buys at the worst prices, as the figures below count. */
function contractsText(amount: Money, { places, worstOf }: Pick<AmountTerms, 'places' | 'worstOf'>): string | null {
  const sides = (['UP', 'DOWN'] as const).flatMap((direction) => {
    const worst = worstOf(direction)
    const contracts = worst === null ? null : contractsAtWorst({ direction, amount, worst }, places)
    return contracts === null ? [] : [`${grouped(trimZeros(contracts))} ${direction}`]
  })
  return sides.length === 0 ? null : sides.join(', ')
}

/** Interval at which the cost is recalculated. */
const COST_EVERY_MS = 250
export const BUTTONS = [
  { name: 'UP', side: 'buy' },
  { name: 'DOWN', side: 'sell' },
] as const

const termsOf = (direction: BinaryDirection, tickSize: Price | null) =>
  ({ family: 'binary', side: sideOf(direction), tickSize }) as const
/** The price that the typed distance counts from, of UP; null while none is known. */
const referenceOf = (direction: BinaryDirection, prices: KnownPrices | undefined): Price | null =>
  prices === undefined ? null : referencePrice('binary', sideOf(direction), prices)

/** Why a click on a row of the ladder starts no prediction. */
const ESTIMATE_WAITS = 'An estimate is open in the ticket. Confirm or discard it, then press again.'
const UNDER_WAY = 'The previous prediction is still in progress. Press again when it is done.'

/**
 * The prediction that a click on UP or DOWN sends: the amount, its tolerance, and the questions asked first.
 * @param staleText age of the prices; null while they are fresh
 */
export function usePrediction(asset: string, view: BinaryView, staleText: string | null) {
  const { amount: amountText, amountBy, distance: distanceText, exits: exitDraft } = useDraft('binary')
  const changeDraft = useChangeDraft('binary')
  const { clicks: priceless, leave } = usePricelessClicks()
  const session = useSession()
  const entriesOff = useEntriesOff()
  const visible = usePanelVisible()
  const now = useServerClock(visible ? 1000 : 60_000)
  const permission = binaryPermission({ session: session ?? null, view, asset, now, entriesOff })
  const { store } = useMarketData()
  const market = view.markets.find((one) => one.asset === asset)
  const tickSize = market?.tickSize ?? null
  const minimum = useMinimumValue('binary', market)
  const { exits, sender, action, ...ticketSender } = useTicketSender({
    ...{ family: 'binary', asset, tick: tickSize, entry: null, size: null },
    draft: exitDraft,
    onChange: (exits) => changeDraft({ exits }),
  })
  const [attempted, setAttempted] = useState(false)
  /** Whether the last click found no reference price for its worst price. */
  const [unpriced, setUnpriced] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const distanceInput = useRef<HTMLInputElement>(null)
  const isSetUp = useIsSetUp(view, action)
  /** Reasons to ask before a prediction is sent. */
  const reasons: readonly Reason[] = [
    ...staleReasons(staleText, true),
    ...(isSetUp ? [] : [{ kind: 'setup', text: MESSAGES.setUpFirst } as const]),
  ]
  /** Identifies a prediction by the typed values, as its worst price follows the market. */
  const keyOf = (direction: BinaryDirection, amount: Money | null, ofRow: Price | null): string =>
    JSON.stringify([asset, direction, amount, distanceText, ofRow])
  /** A click in a ladder that led to a question: the next click on its button means that row, as long as it asks. */
  const [row, setRow] = useState<RequestedPrediction | null>(null)
  const rowOf = (direction: BinaryDirection): Price | null =>
    row?.direction === direction && ticketSender.isAsking ? row.worst : null
  const edited = (): void => {
    leave()
    setRow(null)
  }
  useSizeFocus(amountInput)
  /** For a repeated order in the form: Enter triggers its direction. */
  const wanted = useWantedSide()
  const available = useAccount().data?.money.available ?? null

  const typed = distanceOf(distanceText, 'binary')
  const calm = useCalmTopic(visible ? { kind: 'ticker', asset } : null, COST_EVERY_MS)
  /** The worst price of a direction by the typed distance; null where there is none. */
  const worstAtPrices = (direction: BinaryDirection, prices: KnownPrices | undefined): Price | null => {
    const reference = referenceOf(direction, prices)
    return reference === null || 'issue' in typed
      ? null
      : entryWorstAt(reference, typed.distance, termsOf(direction, tickSize))
  }
  /** The direction whose price is less than the typed distance. */
  const cheap = BUTTONS.find(({ name }) => {
    const reference = referenceOf(name, calm)
    return (
      reference !== null &&
      'distance' in typed &&
      compare(entryDistance(reference, typed.distance, termsOf(name, tickSize)), typed.distance) < 0
    )
  })
  const {
    read: amount,
    note,
    entries,
    hold,
  } = useAmount({
    ...{ asset, tick: tickSize, ticker: calm, available, minimum },
    places: market?.sizeDecimals ?? CONTRACT_PLACES,
    worstOf: (direction) => worstAtPrices(direction, calm),
  })
  useHold(action !== undefined && awaitsEstimate(action) ? COMMON.estimateOpen : null)
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  const off = permission.orders !== 'any' || busy
  const fill = available === null ? null : toPlaces(available, 2, 'down')

  const change: typeof changeDraft = (typed) => {
    edited()
    changeDraft(typed)
  }
  const intentOf = ({ direction, amount, worst: price }: RequestedPrediction): BinaryPredictIntent => {
    return {
      ...{ kind: 'binary_predict', asset, direction, amount },
      protection: { kind: 'worst', price },
      // Set only by the click that confirms it.
      ...(isSetUp ? {} : { setsLeverage: true }),
    }
  }
  /** The prediction that a click sends at these prices; null while an input is missing. */
  const intentAt = (direction: BinaryDirection, prices: KnownPrices | undefined): BinaryPredictIntent | null => {
    const worst = rowOf(direction) ?? worstAtPrices(direction, prices)
    return worst === null || 'issue' in amount ? null : intentOf({ direction, amount: amount.amount, worst })
  }
  const estimate = useTicketEstimate(
    { asset, kind: 'binary_predict' },
    BUTTONS.map(({ name, side }) => ({ name, side, intent: intentAt(name, calm) })),
    sender.submission,
    action,
  )
  const send = (intent: BinaryPredictIntent, ofRow: Price | null, clicks: number): boolean => {
    const ticker = store.read({ kind: 'ticker', asset })
    const seen = { mark: ticker?.mark, mid: ticker?.mid }
    const isSent = ticketSender.press(keyOf(intent.direction, intent.amount, ofRow), { intent, reasons, clicks, seen })
    if (isSent) wanted.forget()
    return isSent
  }
  const ask = (direction: BinaryDirection, clicks: number): void => {
    leave()
    setAttempted(true)
    if ('issue' in amount) {
      amountInput.current?.focus()
      return
    }
    if ('issue' in typed) return
    const intent = intentAt(direction, store.read({ kind: 'ticker', asset }))
    setUnpriced(intent === null)
    if (intent !== null && send(intent, rowOf(direction), clicks)) setRow(null)
  }
  // A click in a ladder requests what was shown there, regardless of the fields.
  const untaken =
    permission.orders !== 'any'
      ? permission.reason
      : action !== undefined && awaitsEstimate(action)
        ? ESTIMATE_WAITS
        : busy
          ? UNDER_WAY
          : null
  useRequestedPrediction(asset, untaken, (request) => {
    leave()
    setAttempted(true)
    setRow(send(intentOf(request), request.worst, 0) ? null : request)
  })
  const keyNow = (direction: BinaryDirection): string =>
    keyOf(direction, 'amount' in amount ? amount.amount : null, rowOf(direction))
  return {
    ...{ permission, off, tickSize, exits, sender, estimate, wanted, priceless },
    amount: {
      text: amountText,
      by: amountBy,
      input: amountInput,
      read: amount,
      entries,
      note,
      hold,
      available: fill,
      isTried: attempted,
    },
    distance: {
      text: distanceText,
      input: distanceInput,
      note: cheap === undefined ? null : MESSAGES.twiceThePrice(cheap.name),
      issue: 'issue' in typed ? typed.issue : unpriced ? NO_PRICE_KNOWN : null,
    },
    edited,
    change,
    ask,
    /** The question of a direction after its first click; null where there is none. */
    againOf: (direction: BinaryDirection): string | null => ticketSender.questionOf(keyNow(direction), reasons),
    /** All its questions, and the message about the prices. */
    reasons: [
      ...BUTTONS.flatMap(({ name }) => ticketSender.askedOf(keyNow(name), reasons)),
      ...oldReasons(staleText),
    ] satisfies readonly RankedReason[],
  }
}

const NO_PRICE_KNOWN = COMMON.noPriceToCompute
