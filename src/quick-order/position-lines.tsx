/** Lines of positions: a close, a reversal, a stop or target. What each reads, shows and does. */

import { useMemo, useState } from 'react'
import type { Position } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import { absolute, compare, type Price, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { holdingText, ofPricedSide, sideHeld } from '../../contract/family-rules.ts'
import { marketChanged } from '../../contract/messages.ts'
import { lotOf } from '../../contract/order-rules.ts'
import { type CloseDistance, type CloseProtection, closeDistanceText } from '../../contract/protection.ts'
import { isReversalFinal } from '../../contract/reversal.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { NO_EXITS, readExits } from '../exit-plan/index.ts'
import { bothPrices, moneyUnit, priceLabel, useFormat } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import type { ReadPrice } from '../markets/quick-order.ts'
import {
  closeIntentOf,
  closeProtectionNow,
  closeStateOf,
  closingSide,
  partResult,
  REVERSAL_TEXTS,
  reversalDraft,
} from '../positions/index.ts'
import { useCloseDistances, useCloseFees } from '../queries/index.ts'
import { useShown, useSubmission, useSubmittedAction } from '../trade-forms/index.ts'
import {
  type Closing,
  changedClosing,
  closedSize,
  closingOf,
  enterClosing,
  type FixedReversal,
  isClosing,
  reversalIssue,
  WAITING_FOR_LIVE,
} from './closing.ts'
import {
  type ExitAnswer,
  type ExitWork,
  exitAccepted,
  exitAfter,
  exitBegan,
  exitMoved,
  exitOver,
  exitPriceAtDistance,
  exitPriceText,
  exitWork,
  type HeldExitPlace,
  heldWith,
  isExitUnanswered,
  useSentExits,
  workKey,
} from './exit-work.ts'
import { type LineAt, type LineModel, lineView, sentBefore, useAnswers, useFixed } from './line.tsx'
import { typedText } from './order-provider.ts'
import { byOf } from './preview.ts'
import type { PreviewActionOf } from './preview-action.ts'
import type { ExitRole } from './preview-action-line.ts'
import { ClosedSoFar } from './use-close-now.tsx'
import type { QuickOrderPort } from './use-hand.ts'

const WAITING_TO_CLOSE = 'Waiting for the position…'

/** The size and its worst prices are fixed when first shown; Enter sends it, and it widens to its bound. */
export function useCloseLine({ origin, hand: seen, focus }: LineAt, { much }: PreviewActionOf<'close'>): LineModel {
  const { clock } = useMarketData()
  const shownOf = useShown()
  const { instrument, tick, ticker, account, position, permission, actions } = seen
  const closes = useCloseDistances()
  const feeOf = useCloseFees()
  const sender = useSubmission(byOf(origin))
  const { submission } = sender
  const action = useSubmittedAction(submission)
  const answers = useAnswers()
  const isSent = submission.state !== 'idle'
  const state = closeStateOf(submission, action)

  const found = instrument === null ? null : closingOf(much, instrument, account)
  const [fixed, setFixed] = useFixed<Closing>(found?.closing ?? null)
  const issue = fixed !== null || found === null || found.why === null || account === null ? null : `${found.why}.`
  const held = fixed?.position ?? null
  const [protection] = useFixed<CloseProtection>(
    held === null || ticker === undefined || ticker.stale
      ? null
      : closeProtectionNow(held, ticker, { tickSize: tick, distance: closes[held.family] }),
  )

  const side = held === null ? undefined : closingSide(held)
  const size = fixed === null ? null : closedSize(fixed)
  const result =
    held === null || size === null
      ? null
      : partResult({
          position: held,
          part: size,
          prices: { bid: ticker?.bid ?? null, ask: ticker?.ask ?? null },
          takerBps: feeOf(held.family),
          unit: moneyUnit(held.family),
        })
  return {
    label: 'Close preview',
    lead: size === null ? 'Close' : `Close ${trimZeros(size)}`,
    tone: side,
    market: held === null ? '' : `of ${holdingText(held)} ${instrument?.title ?? ''}`,
    terms: held === null || side === undefined ? '' : closeTerms(held.family, side, protection, closes[held.family]),
    figures: result === null ? null : [{ name: 'Closing now', value: result }],
    said: isSent ? '' : fixed === null ? WAITING_TO_CLOSE : 'Enter close · ←→ size · 1–9 preset · Esc discard',
    wrong: isSent ? null : (answers.said?.text ?? issue),
    result: isSent && <ClosedSoFar state={state} action={action} />,
    onEnter() {
      if (fixed === null || held === null) return answers.take({ text: issue ?? WAITING_TO_CLOSE })
      const goesAt = protection ?? { kind: 'distance' as const, ...closes[held.family] }
      const intent = origin === 'keys' ? null : closeIntentOf(held, fixed.size, goesAt)
      const does = enterClosing(fixed, {
        ...{ now: position, protection: goesAt, permission, question: answers.question.current },
        isUnderWay: isClosing(actions, held.asset, account?.readAt ?? null),
        duplicate: sentBefore(intent, actions, clock.now()),
      })
      answers.take(does)
      if (does.does !== 'send') return
      sender.press(does.intent, 0, shownOf({ mark: ticker?.mark ?? null }))
      focus.leave()
    },
    onChange(change) {
      if (change.kind === 'price' || fixed === null || isSent) return false
      setFixed(changedClosing(fixed, change))
      answers.take()
      return true
    },
    isDone: isSent && !state.isUnderWay && state.failure === null,
    canClose: isSent && (action === undefined || isFinal(action.state)),
  }
}

function closeTerms(
  family: Closing['position']['family'],
  side: 'buy' | 'sell',
  fixed: CloseProtection | null,
  distance: CloseDistance,
): string {
  if (fixed?.kind !== 'worst') return closeDistanceText(distance, family)
  const at = `${priceLabel(fixed.price)}${ofPricedSide(family)}`
  const first = side === 'buy' ? `buy at ${at} or better` : `sell at ${at} or better`
  return [first, ...(fixed.bound === null ? [] : [`widening to ${priceLabel(fixed.bound)} until filled`])].join(', ')
}

/** `Stop at 571.20`, or from its old price: `Stop 570.00 → 571.20`. */
const EXIT_LEADS: Readonly<Record<ExitRole, (from: string | null, to: string) => string>> = {
  stop: (from, to) => (from === null ? `Stop at ${to}` : `Stop ${from} → ${to}`),
  target: (from, to) => (from === null ? `Target at ${to}` : `Target ${from} → ${to}`),
}

/** All of it is fixed when first shown. */
export function useReverseLine({ origin, hand: seen, focus }: LineAt): LineModel {
  const { instrument, tick, ticker, account, position, permission } = seen
  const closes = useCloseDistances()
  const call = useCall()
  const answers = useAnswers()
  const [isSent, setSent] = useState(false)
  /** One request id across retries, so that a lost answer reverses nothing twice. */
  const [requestId] = useState(() => crypto.randomUUID())
  const request =
    position === undefined ? null : reversalDraft(position, ticker, { tickSize: tick, distance: closes.scalar })
  const [fixed] = useFixed<FixedReversal>(
    position === undefined || request === null ? null : { position, asked: request },
  )
  const reversals = useTopic({ kind: 'reversals' })
  const became = isSent ? reversals?.find((one) => one.id === requestId) : undefined
  const issue = reversalIssue(account !== null, position, fixed, ticker?.stale === true)
  const size = fixed?.position.size ?? position?.size
  const isLong = size !== undefined && signOf(size) > 0
  const much = size === undefined ? '' : trimZeros(absolute(size))
  const side = isLong ? 'sell' : 'buy'
  return {
    label: 'Reversal preview',
    lead: size === undefined ? 'Reverse' : isLong ? `Reverse long ${much}` : `Reverse short ${much}`,
    tone: size === undefined ? undefined : side,
    market: instrument?.title ?? '',
    terms:
      size === undefined
        ? ''
        : isLong
          ? `Sell ${much} to close, then sell ${much} to open short ${much}`
          : `Buy ${much} to close, then buy ${much} to open long ${much}`,
    figures:
      fixed === null
        ? null
        : [
            { name: 'Close', value: closeDistanceText(closes.scalar, 'scalar') },
            { name: 'Open at', value: `${bothPrices(fixed.asked.worst)} or better, or not at all` },
          ],
    said: isSent
      ? `${became === undefined ? 'Checking…' : REVERSAL_TEXTS[became.state]} ${became?.message ?? ''}`
      : issue === WAITING_FOR_LIVE
        ? WAITING_FOR_LIVE
        : 'Enter reverse · Esc discard. If the close only partially fills, nothing is opened.',
    wrong: isSent ? null : (answers.said?.text ?? (issue === WAITING_FOR_LIVE ? null : issue)),
    onEnter() {
      const why = issue ?? (permission.orders === 'any' ? null : permission.reason)
      if (why !== null || fixed === null) return answers.take({ text: why ?? WAITING_FOR_LIVE })
      setSent(true)
      focus.leave()
      const { close, worst } = fixed.asked
      call('reversePosition', { requestId, close, worst, by: byOf(origin) }).then(
        () => undefined,
        (error: unknown) => {
          setSent(false)
          answers.take({ text: errorText(error) })
          focus.again()
        },
      )
    },
    isDone: became !== undefined && isReversalFinal(became.state),
    canClose: isSent,
  }
}

/** A stop or target of the position: it is set, or the existing one is moved. The effect of Enter is fixed when first shown. */
export function useExitLine(
  { id, hand: seen, focus }: LineAt,
  { role, price: requested }: PreviewActionOf<'exit'>,
): LineModel {
  const { instrument, asset, tick, ticker, account, position } = seen
  const call = useCall()
  const format = useFormat()
  const closes = useCloseDistances()
  const answers = useAnswers()
  /** What was sent, as shown, regardless of the current position. */
  const [sent, setSent] = useState<{ readonly work: ExitWork; readonly isSet: boolean } | null>(null)
  /** One request id across retries. */
  const [request] = useState(() => crypto.randomUUID())
  const held = useHeldExits(asset, id)
  const work =
    position === undefined || held === undefined || ticker === undefined
      ? null
      : exitWork(role, position, held, ticker.mark)
  const key = work === null ? null : workKey(work)
  const read = work === null ? null : exitPriceOf({ role, price: requested }, seen, work)
  const first = read === null || 'issue' in read ? null : read.price
  const [fixed, setFixed] = useFixed(
    first === null || asset === null || key === null ? null : { asset, price: first, key },
  )
  const price = fixed?.price ?? first
  const plan =
    position === undefined || price === null ? null : planOf(role, price, position, ticker?.mark ?? null, tick)
  const issue =
    fixed !== null && asset !== fixed.asset
      ? marketChanged(asset, fixed.asset)
      : account === null || (read === null && position !== undefined)
        ? WAITING_TO_EXIT
        : position === undefined || signOf(position.size) === 0
          ? 'No position in this market: there is nothing to protect.'
          : fixed === null && read !== null && 'issue' in read
            ? read.issue
            : work?.does === 'nothing'
              ? work.why
              : (plan?.issue ?? null)
  const shown = sent?.work ?? work
  const from = shown?.does === 'move' ? shown.from : null
  const second = instrument === null || price === null ? '' : lineView(instrument, format).second(price)
  const said = (one: Price): string => (position === undefined ? priceLabel(one) : exitPriceText(position, one))
  const shownPrice = price !== null ? said(price) : requested.kind === 'typed' ? typedText(requested) : '…'
  return {
    label: role === 'stop' ? 'Stop preview' : 'Target preview',
    lead: EXIT_LEADS[role](from === null ? null : said(from), second === '' ? shownPrice : `${shownPrice} (${second})`),
    market: instrument?.title ?? '',
    terms: position === undefined || shown === null ? '' : exitTerms(role, shown, position, closes),
    figures: null,
    said:
      sent !== null
        ? sent.isSet
          ? DONE_TEXTS[role][from === null ? 'set' : 'moved']
          : from === null
            ? 'Setting…'
            : 'Moving…'
        : issue === WAITING_TO_EXIT
          ? WAITING_TO_EXIT
          : from === null
            ? 'Enter set · ↑↓ price · Esc discard. Local: works only while Isotherm is running.'
            : '↑↓ price · Enter move · Esc discard. Local: works only while Isotherm is running.',
    wrong: sent !== null ? null : (answers.said?.text ?? (issue === WAITING_TO_EXIT ? null : issue)),
    onEnter() {
      if (sent !== null) return
      if (issue !== null || plan === null || price === null || position === undefined || work === null) {
        return answers.take({ text: issue ?? WAITING_TO_EXIT })
      }
      if (fixed?.key !== key) {
        if (fixed !== null && key !== null) setFixed({ ...fixed, key })
        return answers.take({
          text: 'The exits have changed. This is what Enter would do now.',
        })
      }
      if (work.does === 'move' && compare(work.from, price) === 0) {
        return answers.take({ text: `Already at ${said(price)}: use ↑↓ to move it.` })
      }
      const acceptsUntil = answers.question.current === 'acts_until'
      answers.take()
      setSent({ work, isSet: false })
      exitBegan(id, position.asset)
      focus.begin()
      const send = (): Promise<ExitAnswer> => {
        switch (work.does) {
          case 'move':
            return call('moveConditional', { id: work.id, trigger: price })
          case 'add':
            return call('addExit', { plan: work.plan, kind: role, price, percent: work.percent })
          default:
            return call('setExitPlan', {
              ...{ requestId: request, asset: position.asset, position: sideHeld(position), entry: null, name: null },
              ...{ covers: null, source: 'mark', terms: plan.terms, acceptsUntil },
              protection: closes[position.family],
            })
        }
      }
      send().then(
        (answer) => {
          const decimals = instrument?.sizeDecimals ?? null
          const lot = decimals === null ? null : lotOf(decimals)
          exitAccepted(
            id,
            exitAfter({ role, work, price, position, answer, terms: plan.terms, plan: request, lot }, held ?? []),
            work,
          )
          setSent({ work, isSet: true })
          focus.leave()
        },
        (error: unknown) => {
          exitOver(id)
          setSent(null)
          // The exit would not stay active as long as the market trades: the next Enter sets it nevertheless.
          const asks = error instanceof TerminalFailure && error.code === 'acts_until'
          answers.take(
            asks
              ? { text: `${errorText(error)} Press Enter again to set it anyway.`, key: 'acts_until' }
              : { text: errorText(error) },
          )
          focus.again()
        },
      )
    },
    onChange(change) {
      if (change.kind !== 'price' || price === null || position === undefined || sent !== null) return false
      if (fixed !== null && fixed.asset !== position.asset) return false
      // The effect of Enter stays as first shown; a different effect is shown before it applies.
      const moved = exitMoved(price, change.ticks, tick, position.family)
      setFixed((before) => (before === null ? null : { ...before, price: moved }))
      answers.take()
      return true
    },
    isDone: sent?.isSet === true,
    canClose: sent?.isSet === true,
  }
}

const WAITING_TO_EXIT = 'Waiting for the position and its price…'

/** The held exits, including those that a line has just set; undefined while the list is read, or one of the market is in flight. */
function useHeldExits(asset: string | null, line: number): readonly HeldExitPlace[] | undefined {
  const listed = useTopic({ kind: 'conditionals' })
  const sent = useSentExits((now) => now.sent)
  return useMemo(
    () => (listed === undefined || isExitUnanswered(sent, asset, line) ? undefined : heldWith(listed, sent)),
    [listed, sent, asset, line],
  )
}

/** The requested price; null while its inputs are unknown. */
function exitPriceOf(
  { role, price }: Pick<PreviewActionOf<'exit'>, 'role' | 'price'>,
  { hand, ticker, position, tick }: QuickOrderPort,
  work: ExitWork,
): ReadPrice | null {
  if (hand === null || ticker === undefined) return null
  if (price.kind === 'typed') return hand.readPrice(price)
  if (position === undefined) return null
  // An existing exit is moved from its current price.
  if (work.does === 'move') return { price: work.from }
  const { family } = position
  const at = exitPriceAtDistance(role, { family, side: sideHeld(position), mark: ticker.mark, tick })
  return at === null ? { issue: 'No price to start from: type one, as in stop 571.5.' } : { price: at }
}

const DONE_TEXTS: Readonly<Record<ExitRole, { readonly set: string; readonly moved: string }>> = {
  stop: { set: 'Stop set.', moved: 'Stop moved.' },
  target: { set: 'Target set.', moved: 'Target moved.' },
}

/** The size it closes, how, and the exit it concerns. */
function exitTerms(
  role: ExitRole,
  work: ExitWork,
  position: Position,
  closes: ReturnType<typeof useCloseDistances>,
): string {
  if (work.does === 'nothing') return ''
  const { family } = position
  const whole = trimZeros(absolute(position.size))
  const much =
    compare(work.size, whole) >= 0 ? `all of ${holdingText(position)}` : `${work.size} of ${holdingText(position)}`
  switch (work.does) {
    case 'move':
      if (work.among === 1) return `closes ${much}`
      return role === 'stop'
        ? `closes ${much}; the nearest of ${work.among} stops`
        : `closes ${much}; the nearest of ${work.among} targets`
    case 'add':
      return `closes ${much}; added to its exit plan`
    case 'set':
      return `closes ${much} at market, ${closeDistanceText(closes[family], family)}`
  }
}

/** One exit that closes the whole position, or the error of its price. */
function planOf(role: ExitRole, price: Price, position: Position, now: Price | null, tick: Price | null) {
  const texts =
    role === 'stop' ? { ...NO_EXITS, stop: price } : { ...NO_EXITS, targets: [{ level: price, share: '100' }] }
  const { terms, issues } = readExits(texts, {
    ...{ family: position.family, levels: 'price', unit: 'mark', shares: 'position' },
    ...{ side: sideHeld(position), now, tick, held: absolute(position.size) as Size },
  })
  return { terms, issue: [...issues.values()][0] ?? null }
}
