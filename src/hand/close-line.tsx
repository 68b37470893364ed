/** A close over the foot of the window: how much and its worst prices are fixed as it is first shown; Enter sends it, and it widens to its bound. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFinal } from '../../contract/action.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { type CloseDistance, type CloseProtection, closeDistanceWords } from '../../contract/protection.ts'
import { priceWords } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { closeIntentOf, closeProtectionNow, closeStateOf, closingSide, partResult } from '../positions/index.ts'
import { useAccount, useCloseDistances, useFees } from '../queries/index.ts'
import {
  duplicateOf,
  duplicateWords,
  sideWord,
  useFollowedAction,
  useShown,
  useSubmission,
} from '../trade-forms/index.ts'
import {
  type CloseEnter,
  type Closing,
  changedClosing,
  closedSize,
  closingOf,
  enterClosing,
  heldWords,
  isClosing,
} from './closing.ts'
import { ClosedSoFar } from './closing-state.tsx'
import { type Deed, dropDeed, type ShownDeed } from './deed.ts'
import { LineFrame } from './line-frame.tsx'
import { byOf } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import { useHand } from './use-hand.ts'
import { useLine } from './use-line.ts'

/** What became of it is shown for so long; Activity has it for good. */
const SHOWN_MS = 8000

const WAITING = 'Waiting for the position…'

interface CloseLineProps {
  readonly shown: ShownDeed
  readonly close: Extract<Deed, { kind: 'close' }>
}

export function CloseLine({ shown, close }: CloseLineProps): ReactNode {
  const { id, market, origin } = shown
  const { clock } = useMarketData()
  const shownOf = useShown()
  const { instrument, permission, actions } = useHand(market)
  const asset = instrument?.asset ?? null
  const ticker = useTopic(asset === null ? null : { kind: 'ticker', asset })
  const account = useAccount().data ?? null
  const fees = useFees().data
  const closes = useCloseDistances()
  const sender = useSubmission(byOf(origin))
  const { submission } = sender
  const action = useFollowedAction(submission)
  const [fixed, setFixed] = useState<Closing | null>(null)
  const [protection, setProtection] = useState<CloseProtection | null>(null)
  const question = useRef<string | null>(null)
  const [said, setSaid] = useState<Exclude<CloseEnter, { does: 'send' }> | null>(null)
  const isSent = submission.state !== 'idle'
  const state = closeStateOf(submission, action)
  const isOver = isSent && !state.isUnderWay && state.failure === null

  const known = instrument === null ? null : { asset: instrument.asset, sizeDecimals: instrument.sizeDecimals }
  const found = known === null ? null : closingOf(close.much, known, account)
  const issue = fixed !== null || found === null || account === null ? null : found.why
  const tickSize = instrument?.tick ?? null
  useEffect(() => {
    if (fixed === null && found?.closing != null) setFixed(found.closing)
  }, [fixed, found])
  const held = fixed?.position ?? null
  useEffect(() => {
    if (held === null || protection !== null || ticker === undefined || ticker.stale) return
    setProtection(closeProtectionNow(held, ticker, { tickSize, distance: closes[held.family] }))
  }, [held, protection, ticker, tickSize, closes])
  useEffect(() => (isOver ? clock.after(SHOWN_MS, () => dropDeed(id)) : undefined), [isOver, clock, id])

  const press = (): void => {
    if (fixed === null || held === null) {
      setSaid({ does: 'refuse', words: issue === null ? WAITING : `${issue}.` })
      return
    }
    const now = clock.now()
    const goesAt = protection ?? { kind: 'distance' as const, ...closes[held.family] }
    const earlier = origin === 'keys' ? null : duplicateOf(closeIntentOf(held, fixed.size, goesAt), actions, now)
    const does = enterClosing(fixed, {
      now: asset === null ? undefined : account?.positions.find((one) => one.asset === asset),
      ...{ protection: goesAt, permission, question: question.current },
      isUnderWay: isClosing(actions, held.asset, account?.readAt ?? null),
      duplicate: earlier === null ? null : duplicateWords(earlier, now),
    })
    question.current = does.does === 'ask' ? does.key : null
    setSaid(does.does === 'send' ? null : does)
    if (does.does !== 'send') return
    sender.press(does.intent, 0, shownOf({ mark: ticker?.mark ?? null }))
    line.leave()
  }
  const line = useLine({
    onDrop: () => dropDeed(id),
    onEnter: press,
    onKey(event) {
      const change = changeOf(event, market)
      if (change === null || change.kind === 'price' || fixed === null || isSent) return false
      setFixed(changedClosing(fixed, change))
      question.current = null
      setSaid(null)
      return true
    },
  })
  const side = held === null ? null : closingSide(held)
  const size = fixed === null ? null : closedSize(fixed)
  const result =
    fixed === null || size === null
      ? null
      : partResult({
          position: fixed.position,
          part: size,
          prices: { bid: ticker?.bid ?? null, ask: ticker?.ask ?? null },
          takerBps: fixed.position.family === 'scalar' ? (fees?.takerBps ?? null) : null,
          unit: fixed.position.family === 'outcome' ? 'USDH' : 'USDC',
        })
  return (
    <LineFrame
      line={line}
      label="Preview of a close"
      lead={`Close ${size === null ? '' : trimZeros(size)}`.trim()}
      tone={side ?? undefined}
      market={held === null ? '' : `of ${heldWords(held)} ${instrument?.title ?? ''}`}
      terms={held === null || side === null ? '' : termsOf(held.family, side, protection, closes[held.family])}
      figures={result === null ? [] : [{ name: 'Closing now', value: result }]}
      said={
        isSent
          ? ''
          : fixed === null
            ? WAITING
            : 'Enter closes, reduce-only and at once. ← → how much, 1–9 sizes. Esc drops it.'
      }
      wrong={isSent ? null : (said?.words ?? (issue === null ? null : `${issue}.`))}
      onClose={isSent && (action === undefined || isFinal(action.state)) ? () => dropDeed(id) : null}
    >
      {isSent && <ClosedSoFar state={state} action={action} />}
    </LineFrame>
  )
}

const termsOf = (
  family: Closing['position']['family'],
  side: 'buy' | 'sell',
  fixed: CloseProtection | null,
  distance: CloseDistance,
): string => {
  if (fixed?.kind !== 'worst') return closeDistanceWords(distance, family)
  const of = family === 'binary' ? ' of UP' : ''
  const first = `${sideWord(side).toLowerCase()} at ${priceWords(fixed.price)}${of} or better`
  return fixed.bound === null ? first : `${first}, widening to ${priceWords(fixed.bound)} until it has filled`
}
