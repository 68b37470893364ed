/** Lines for orders with a price, for predictions, and for the resting orders: what each reads, shows and does. */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Family, TimeInForce } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import { type Money, type Price, trimZeros } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { fullTitleOf } from '../../contract/instrument.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { isMoveFinal } from '../../contract/move.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { errorText, TerminalFailure } from '../bridge/index.ts'
import { type PlanAhead, usePlanAhead } from '../exit-plan/index.ts'
import { priceLabel, useFormat } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { mostPaid, predictionOf } from '../markets/binary/index.ts'
import { type QuickOrder, withUnit } from '../markets/quick-order.ts'
import { EstimateCard, FollowLine, LEAVING, MOVE_TEXTS, useDiscardAhead, useMoveOrder } from '../orders/index.ts'
import { useCloseFees, useOpenOrders, useSettings } from '../queries/index.ts'
import {
  type Ahead,
  awaitsEstimate,
  moveLead,
  sideLabel,
  throughBest,
  useSubmission,
  useSubmittedAction,
} from '../trade-forms/index.ts'
import { type Bracket, bracketOf, exitLabels } from './bracket.ts'
import { useKeySize } from './keys-badge.tsx'
import { type LineAt, type LineModel, lineView, sentBefore, useAnswers, useFixed } from './line.tsx'
import {
  type Chosen,
  choose,
  enterMove,
  isMoved,
  moved,
  NO_ORDERS,
  nextOrder,
  ordersOf,
  READING_ORDERS,
} from './own-orders.ts'
import {
  changedPrediction,
  enterPrediction,
  isSetUpBy,
  type Prediction,
  predictIntent,
  shownPrediction,
  WAITING_FOR_PRICES,
} from './prediction.ts'
import { byOf, changed, enter, type Preview, priced } from './preview.ts'
import { changePreview, holdPreviewAction, type PreviewActionOf } from './preview-action.ts'
import { presetSize } from './preview-keys.ts'
import type { QuickOrderPort } from './use-hand.ts'

interface ExitsAhead {
  readonly ahead: Ahead
  /** Sets the exits that must be sent before the next order; null for none. */
  readonly prepare: (exits: { readonly asset: string; readonly terms: ExitTerms } | null) => void
  /** The warning that exits would end before their market does, until the next Enter, which accepts it. */
  readonly asks: string | null
}

/** An order with a price: fixed when first shown; arrows and digits change it. */
export function useOrderLine({ id, market, hand: seen, focus }: LineAt, preview: Preview): LineModel {
  const { clock } = useMarketData()
  const format = useFormat()
  const { view, instrument, asset, hand, quotes, mark, tick, permission, stale, actions } = seen
  const { ahead, prepare, asks } = useExitsAhead(market.family)
  const sender = useSubmission(byOf(preview.origin), ahead)
  const { dismiss, submission } = sender
  const { state } = submission
  const answers = useAnswers()
  const isSent = state !== 'idle'
  const { order } = preview
  const far = useFar(order, seen, market)

  useEffect(() => {
    if (instrument === null || hand === null) return
    const next = priced(preview, { instrument, quotes, hand })
    if (next !== preview) changePreview(id, () => next)
  })
  // Nothing was sent: its exits would end before the market does, and the next Enter accepts that.
  useEffect(() => {
    if (state !== 'failed' || asks === null) return
    dismiss()
    focus.again()
  }, [state, asks, dismiss, focus])

  const feeOf = useCloseFees()
  const plain = hand === null || order === null ? { intent: null, issue: null, figures: [] } : hand.plan(order)
  const bracket =
    order === null || hand === null || instrument === null || plain.intent === null || preview.asked.exits === null
      ? null
      : bracketOf(preview.asked.exits, {
          order,
          intent: plain.intent,
          instrument,
          hand,
          mark,
          takerBps: feeOf(instrument.family),
        })
  const exits: Bracket | null = bracket === null || 'issue' in bracket ? null : bracket
  const plan =
    bracket !== null && 'issue' in bracket
      ? { ...plain, intent: null, issue: bracket.issue }
      : { ...plain, figures: [...plain.figures, ...(exits?.figures ?? [])] }
  const again = asks === null ? null : `${asks} Press Enter again to send anyway.`
  const wrong = preview.issue ?? answers.said?.text ?? plan.issue ?? again
  const second = (price: Price): string => (instrument === null ? '' : lineView(instrument, format).second(price))
  const size = trimZeros(order?.size ?? preview.asked.size)
  return {
    label: 'Order preview',
    lead: `${sideLabel(preview.asked.side)} ${hand === null ? size : withUnit(size, hand.unit)}`,
    tone: order?.side,
    market: view === undefined ? '' : fullTitleOf(view),
    price: order === null || instrument === null ? null : { own: priceLabel(order.price), second: second(order.price) },
    terms: [
      ...orderTerms(preview),
      ...(exits === null
        ? []
        : exitLabels(exits, {
            price: (price) => (instrument === null ? priceLabel(price) : `${priceLabel(price)} (${second(price)})`),
            percent: (percent) => `${trimZeros(percent)} %`,
          })),
    ].join(', '),
    figures: plan.figures,
    said: isSent
      ? null
      : order === null
        ? 'Waiting for prices…'
        : ['Enter send · ↑↓ price · ←→ size · 1–9 preset · Esc discard', ...(bracket === null ? [] : [HELD_HERE])].join(
            ' ',
          ),
    isSilent: true,
    wrong,
    rest: wrong === answers.said?.text ? (answers.said?.rest ?? []) : [],
    result: isSent && <FollowLine sender={sender} />,
    onEnter() {
      const does = enter(preview, {
        ...{ plan, asset, permission, stale, far },
        duplicate: sentBefore(plan.intent, actions, clock.now()),
      })
      answers.take(does)
      if (does.does === 'ask') changePreview(id, (one) => ({ ...one, question: does.key }))
      if (does.does !== 'send') return
      prepare(exits === null || asset === null ? null : { asset, terms: exits.terms })
      sender.press(does.intent, 0)
      focus.leave()
    },
    onChange(change) {
      if (instrument === null) return false
      answers.take()
      changePreview(id, (one) => changed(one, change, tick))
      return true
    },
    isDone: state === 'accepted',
    canClose: isSent,
  }
}

const HELD_HERE = 'Local exits: work only while Isotherm is running.'
const TIF_TEXTS = { GTC: 'GTC', ALO: 'post only', IOC: 'IOC' } as const

const orderTerms = ({ asked: { tif, reduceOnly } }: Preview): readonly string[] => [
  TIF_TEXTS[tif],
  ...(reduceOnly ? ['reduce-only'] : []),
]

/** How far an order is through the best price, where that requires a confirmation; null where it does not. */
function useFar(
  order: (Pick<QuickOrder, 'side' | 'price'> & { readonly tif: TimeInForce | null }) | null,
  { quotes }: QuickOrderPort,
  { family }: MarketRef,
): string | null {
  const settings = useSettings() ?? DEFAULT_SETTINGS
  if (order === null || quotes === null || order.tif === 'ALO') return null
  const most = FAMILY_RULES[family].isMark ? settings.throughDegrees : settings.throughCents
  const through = throughBest(order.side, order.price, { family, prices: quotes, most })
  return through?.isFar === true ? through.text : null
}

/**
 * Amount, direction and worst price are fixed when first shown and changed by the trader alone. Enter requests the service's estimate; nothing is
 * signed before that is confirmed.
 */
export function usePredictLine(
  { id, market, origin, hand: seen, focus }: LineAt,
  { direction, amount, worst }: PreviewActionOf<'predict'>,
): LineModel {
  const { clock } = useMarketData()
  const format = useFormat()
  const { instrument, asset, tick, ticker, account, permission, stale, actions } = seen
  const sender = useSubmission(byOf(origin))
  const { submission } = sender
  const action = useSubmittedAction(submission)
  const [fixed, setFixed] = useState<Prediction | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const answers = useAnswers()
  const { question } = answers
  const isSent = submission.state !== 'idle'
  /** Whether a request or signature is still possible: then nothing replaces it. */
  const isOpen =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const isWaiting = action !== undefined && awaitsEstimate(action)
  const isOver = isSent && !isOpen
  const isLeaving = useDiscardAhead(submission, action)
  const isPredicted = instrument !== null && FAMILY_RULES[instrument.family].isPredicted

  useEffect(() => {
    if (fixed !== null || issue !== null || asset === null || ticker === undefined || !isPredicted) return
    const made = predictionOf({ asset, direction, amount, worst }, ticker, tick)
    if ('issue' in made) setIssue(made.issue)
    else if (made.worst !== null) setFixed({ asset, direction, amount, worst: made.worst })
  }, [fixed, issue, asset, ticker, isPredicted, direction, amount, worst, tick])
  useEffect(() => holdPreviewAction(id, isOpen), [id, isOpen])
  // While the trading keys are armed, a digit is a command of its own.
  const preset = useKeySize((state) => state.preset)
  const first = useRef(preset)
  useEffect(() => {
    const size = presetSize(market, preset)
    if (preset === first.current || size === null) return
    first.current = preset
    // What was sent stays as sent: a size chosen now applies to the next order.
    if (isSent) return
    question.current = null
    setFixed((before) => (before === null ? null : { ...before, amount: size as string as Money }))
  }, [preset, market, isSent, question])

  const seenNow = shownPrediction(fixed, submission)
  const pays = seenNow === null ? null : mostPaid(direction, seenNow.worst)
  const second = instrument === null || seenNow === null ? '' : lineView(instrument, format).second(seenNow.worst)
  return {
    label: 'Prediction preview',
    lead: `Predict ${direction} with ${trimZeros(seenNow?.amount ?? amount)} USDC`,
    tone: direction === 'UP' ? 'buy' : 'sell',
    market: instrument?.title ?? '',
    terms: pays === null ? '' : `at most ${pays} per ${direction} contract`,
    figures: seenNow === null ? null : [{ name: 'Worst UP price', value: `${seenNow.worst} (${second})` }],
    said: isSent
      ? isWaiting
        ? 'Tab confirm or discard · Esc discard'
        : isLeaving
          ? LEAVING
          : ''
      : fixed === null
        ? WAITING_FOR_PRICES
        : 'Enter estimate (confirm to sign) · ↑↓ worst price · ←→ amount · 1–9 preset · Esc discard',
    wrong: isSent ? null : (answers.said?.text ?? issue),
    rest: answers.said?.rest ?? [],
    result: isSent && (
      <>
        {isWaiting && <EstimateCard action={action} />}
        <FollowLine sender={sender} />
      </>
    ),
    onEnter() {
      const does = enterPrediction(fixed, {
        ...{ issue, asset, permission, stale, question: question.current },
        isSetUp: isSetUpBy(actions, account?.positions ?? []),
        duplicate: sentBefore(fixed === null || origin === 'keys' ? null : predictIntent(fixed), actions, clock.now()),
      })
      answers.take(does)
      if (does.does !== 'send') return
      focus.begin()
      sender.press(does.intent, 0)
    },
    onChange(change) {
      if (fixed === null || isSent) return false
      setFixed(changedPrediction(fixed, change, tick))
      answers.take()
      return true
    },
    // What may still be signed must be answered, not dropped: its estimate has its own Esc.
    escapes: !isOpen,
    isDone: isOver,
    canClose: isOver,
  }
}

/** The market's resting orders, one at a time: Tab selects the next, arrows set a new price, Enter moves it, Delete cancels it. */
export function useOwnOrdersLine({ market, origin, hand: seen, focus, cancel }: LineAt): LineModel {
  const format = useFormat()
  const { instrument, asset, tick, permission, stale } = seen
  const [by] = useState(() => byOf(origin))
  const mover = useMoveOrder(by)
  const read = useOpenOrders().data
  const moves = useTopic({ kind: 'moves' })
  const own = ordersOf(asset, read ?? [])
  const answers = useAnswers()
  const [sent, setSent] = useState<string | null>(null)
  const first = own[0]
  const newest = first === undefined ? null : choose(first)
  const [kept, setKept] = useFixed<Chosen>(newest)
  const chosen = kept ?? newest
  const far = useFar(chosen === null ? null : { ...chosen.order, price: chosen.price }, seen, market)
  const isSent = sent !== null
  const became = moves?.find(({ order }) => order.oid === sent)
  const put = (next: Chosen | null): void => {
    answers.take()
    if (next !== null) setKept(next)
  }
  const onKey = ({ key, shiftKey, repeat }: KeyboardEvent): boolean => {
    if (key === 'Tab') {
      if (own.length === 0) return false
      const next = nextOrder(own, chosen?.order.oid ?? '', shiftKey ? -1 : 1)
      put(next === null ? null : choose(next))
      return true
    }
    if (chosen === null || (key !== 'Delete' && key !== 'Backspace')) return false
    if (repeat) return true
    cancel([chosen.order])
    const next = nextOrder(own, chosen.order.oid, 1)
    put(next === null || next.oid === chosen.order.oid ? null : choose(next))
    return true
  }
  const isElsewhere = chosen !== null && isMoved(chosen)
  const at = own.findIndex(({ oid }) => oid === chosen?.order.oid)
  return {
    label: 'Your orders',
    lead: chosen === null ? 'Your orders' : ownOrderLead(chosen),
    tone: chosen?.order.side,
    market: instrument?.title ?? '',
    terms:
      chosen === null || instrument === null
        ? ''
        : [
            [
              ...(isElsewhere ? [priceLabel(chosen.order.price), '→'] : []),
              priceLabel(chosen.price),
              lineView(instrument, format).second(chosen.price),
            ].join(' '),
            ...(at < 0 ? [] : [`order ${at + 1} of ${own.length}`]),
          ].join(', '),
    figures: null,
    said: isSent
      ? `${became === undefined ? 'Checking…' : MOVE_TEXTS[became.state]} ${became?.message ?? ''}`
      : chosen === null
        ? read === undefined
          ? READING_ORDERS
          : NO_ORDERS
        : isElsewhere
          ? 'Tab next · ↑↓ price · ←→ size · Enter cancel and replace · Delete cancel · Esc close'
          : 'Tab next · ↑↓ price · ←→ size · Enter move · Delete cancel · Esc close',
    wrong: isSent ? null : (answers.said?.text ?? null),
    onEnter() {
      const refusal =
        chosen === null ? null : (mover.off(chosen.order) ?? mover.issue(chosen.order, chosen)?.message ?? null)
      const does = enterMove(chosen, {
        ...{ own: read === undefined ? null : own, refusal, permission, stale, far },
        question: answers.question.current,
      })
      answers.take(does)
      if (does.does === 'look' && does.order !== null) setKept(choose(does.order))
      if (does.does !== 'move') return
      setSent(does.order.oid)
      focus.leave()
      mover
        .move(does.order, does.to)
        .then((refused) => {
          if (refused === null) return
          setSent(null)
          answers.take({ text: refused.message })
          focus.again()
        })
        .catch(() => undefined)
    },
    onKey,
    onChange(change) {
      // Preset sizes are for new orders: a digit here would be a slip.
      if (chosen === null || change.kind === 'set-size') return false
      put(moved(chosen, change, tick))
      return true
    },
    // One that waits for the trader stays until it is answered or closed.
    isDone: became !== undefined && isMoveFinal(became.state),
    canClose: isSent,
  }
}

function ownOrderLead(chosen: Chosen): string {
  const { order, size } = chosen
  if (!isMoved(chosen)) return `${sideLabel(order.side)} ${order.size}`
  return moveLead(order.side, size === order.size ? order.size : `${order.size} → ${size}`)
}

/** Sends the exits of a previewed order to main ahead of the order. */
function useExitsAhead(family: Family): ExitsAhead {
  const set = usePlanAhead(family)
  const [asks, setAsks] = useState<string | null>(null)
  const accepted = useRef(false)
  const going = useRef<PlanAhead | null>(null)
  const ahead = useCallback<Ahead>(
    (requestId, intent) => {
      const isSet = going.current === null ? null : set(requestId, intent, going.current)
      if (isSet === null) return null
      return isSet.catch((error: unknown) => {
        if (!(error instanceof TerminalFailure) || error.code !== 'acts_until') throw exitsNotSet(error)
        accepted.current = true
        setAsks(error.message)
        throw error
      })
    },
    [set],
  )
  const prepare = useCallback<ExitsAhead['prepare']>((exits) => {
    going.current = exits === null ? null : { ...exits, name: null, acceptsUntil: accepted.current }
    setAsks(null)
  }, [])
  return { ahead, prepare, asks }
}

/** Main must not receive an order without its exits. */
function exitsNotSet(error: unknown): Error {
  const message = safeBlock(`Nothing was sent: its exits could not be set. ${errorText(error)}`)
  if (!(error instanceof TerminalFailure)) return new Error(message)
  const { code, status, about } = error
  return new TerminalFailure({ code, message, status, about })
}
