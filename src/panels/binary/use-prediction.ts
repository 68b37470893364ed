/** What a press of UP or DOWN sends: the amount, how much worse it may trade, and what is asked about first. */
import { useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import type { BinaryDirection, BinaryView } from '../../../contract/binary.ts'
import { type Money, type Price, toPlaces } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import { worstAt } from '../../../contract/protection.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { useCalmTopic, useMarketData, useServerClock } from '../../market-data/index.ts'
import { binaryPermission, mostCost } from '../../markets/binary/index.ts'
import { useTicketEstimate } from '../../orders/index.ts'
import { useAccount, useMinimumValue, useSession } from '../../queries/index.ts'
import { useTicketSender } from '../../ticket/index.ts'
import {
  awaitsEstimate,
  distanceOf,
  oldReasons,
  type RankedReason,
  type Reason,
  staleReasons,
  useArmed,
} from '../../trade-forms/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import {
  type AskedPrediction,
  useAskedPrediction,
  useChangeDraft,
  useDraft,
  useHold,
  usePricelessClicks,
  useSizeFocus,
  useWantedSide,
} from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { useIsSetUp } from './set-up.tsx'
import { useAmount } from './use-amount.ts'

/** How often the cost is worked out again. */
const COST_EVERY_MS = 250
export const BUTTONS = [
  { name: 'UP', side: 'buy' },
  { name: 'DOWN', side: 'sell' },
] as const

/** Why a row that is pressed in a ladder begins no prediction. */
const ESTIMATE_WAITS = 'An estimate waits in the ticket: confirm or discard it, then press again.'
const UNDER_WAY = 'The prediction before is still under way in the ticket: press again once it is done.'

/** @param staleText how old the prices are; null while they are fresh */
export function usePrediction(asset: string, view: BinaryView, staleText: string | null) {
  const { amount: amountText, amountBy, distance: distanceText, exits: exitDraft } = useDraft('binary')
  const changeDraft = useChangeDraft('binary')
  const { clicks: priceless, leave } = usePricelessClicks()
  const session = useSession()
  const armed = useArmed()
  const visible = usePanelVisible()
  const now = useServerClock(visible ? 1000 : 60_000)
  const permission = binaryPermission({ session: session ?? null, view, asset, now, armed })
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
  /** Whether the last press found no price to count its worst one from. */
  const [unpriced, setUnpriced] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const distanceInput = useRef<HTMLInputElement>(null)
  const isSetUp = useIsSetUp(view, action)
  /** Why to look again before a prediction goes out. */
  const reasons: readonly Reason[] = [
    ...staleReasons(staleText, true),
    ...(isSetUp ? [] : [{ kind: 'setup', words: MESSAGES.setUpFirst } as const]),
  ]
  /** Names a prediction by what was typed: its worst price follows the market. */
  const keyOf = (direction: BinaryDirection, amount: Money | null, ofRow: Price | null): string =>
    JSON.stringify([asset, direction, amount, distanceText, ofRow])
  /** What was pressed for in a ladder and asked about first: the next press of its button means that row, while it asks. */
  const [row, setRow] = useState<AskedPrediction | null>(null)
  const rowOf = (direction: BinaryDirection): Price | null =>
    row?.direction === direction && ticketSender.isAsking ? row.worst : null
  const edited = (): void => {
    leave()
    setRow(null)
  }
  useSizeFocus(amountInput)
  /** Of what was repeated into the form: Enter leads to its direction. */
  const wanted = useWantedSide()
  const available = useAccount().data?.money.available ?? null

  const typed = distanceOf(distanceText, 'binary')
  const calm = useCalmTopic(visible ? { kind: 'ticker', asset } : null, COST_EVERY_MS)
  const {
    read: amount,
    note,
    entries,
    hold,
  } = useAmount({
    ...{ asset, tick: tickSize, ticker: calm, available, minimum },
  })
  const most = 'amount' in amount && 'distance' in typed ? mostCost(amount.amount, typed.distance, calm) : null
  useHold(action !== undefined && awaitsEstimate(action) ? 'an estimate waits' : null)
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  const off = permission.orders !== 'any' || busy
  const fill = available === null ? null : toPlaces(available, 2, 'down')

  const change: typeof changeDraft = (typed) => {
    edited()
    changeDraft(typed)
  }
  /** The worst price of a direction by the distance that is typed; null where there is none. */
  const worstAtPrices = (direction: BinaryDirection, prices: KnownPrices | undefined): Price | null => {
    const side = direction === 'UP' ? 'buy' : 'sell'
    const reference = prices === undefined ? null : referencePrice('binary', side, prices)
    if (reference === null || 'issue' in typed) return null
    return worstAt(reference, typed.distance, { family: 'binary', side, tickSize })
  }
  const intentOf = ({ direction, amount, worst: price }: AskedPrediction): BinaryPredictIntent => {
    return {
      ...{ kind: 'binary_predict', asset, direction, amount },
      protection: { kind: 'worst', price },
      // Said by the press that was asked about it, and by none else.
      ...(isSetUp ? {} : { setsLeverage: true }),
    }
  }
  /** What a press sends at these prices; null while something of it is missing. */
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
  // Pressed for in a ladder: what was seen there is what is asked for, whatever stands in the fields by now.
  const untaken =
    permission.orders !== 'any'
      ? permission.reason
      : action !== undefined && awaitsEstimate(action)
        ? ESTIMATE_WAITS
        : busy
          ? UNDER_WAY
          : null
  useAskedPrediction(asset, untaken, (asked) => {
    leave()
    setAttempted(true)
    setRow(send(intentOf(asked), asked.worst, 0) ? null : asked)
  })
  const keyNow = (direction: BinaryDirection): string =>
    keyOf(direction, 'amount' in amount ? amount.amount : null, rowOf(direction))
  return {
    ...{ permission, off, tickSize, exits, sender, estimate, wanted, priceless, most },
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
      issue: 'issue' in typed ? typed.issue : unpriced ? NO_PRICE_KNOWN : null,
    },
    edited,
    change,
    ask,
    /** What a direction asks that was pressed once; null where it asks nothing. */
    againOf: (direction: BinaryDirection): string | null => ticketSender.questionOf(keyNow(direction), reasons),
    /** All that it asks, and what there is to say of the prices. */
    reasons: [
      ...BUTTONS.flatMap(({ name }) => ticketSender.askedOf(keyNow(name), reasons)),
      ...oldReasons(staleText),
    ] satisfies readonly RankedReason[],
  }
}

const NO_PRICE_KNOWN = 'No price is known to count from.'
