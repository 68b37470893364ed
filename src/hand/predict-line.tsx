/**
 * A binary prediction over the foot of the window: amount, direction and worst price, fixed as it is first shown and changed by the trader alone.
 * Enter asks the service for its estimate; nothing is signed before that is confirmed.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFinal } from '../../contract/action.ts'
import { type Money, trimZeros } from '../../contract/decimal.ts'
import { useFormat } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { mostPaid, predictionOf } from '../markets/binary/index.ts'
import { axisOf } from '../markets/family/index.ts'
import { EstimateCard, FollowLine, LEAVING, useDiscardAhead } from '../orders/index.ts'
import { useAccount } from '../queries/index.ts'
import { awaitsEstimate, duplicateOf, duplicateWords, useFollowedAction, useSubmission } from '../trade-forms/index.ts'
import { type Deed, dropDeed, holdDeed, type ShownDeed } from './deed.ts'
import { useKeySize } from './key-size.ts'
import { LineFrame } from './line-frame.tsx'
import {
  changedPrediction,
  enterPrediction,
  isSetUpBy,
  type PredictEnter,
  type Prediction,
  predictIntent,
  shownPrediction,
  WAITING_FOR_PRICES,
} from './prediction.ts'
import { presetSize } from './presets.ts'
import { byOf } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import { useHand } from './use-hand.ts'
import { useLine } from './use-line.ts'

/** What became of it is shown for so long; Activity has it for good. */
const SHOWN_MS = 8000

type Predict = Extract<Deed, { kind: 'predict' }>

export function PredictLine({ shown, predict }: { readonly shown: ShownDeed; readonly predict: Predict }): ReactNode {
  const { id, market, origin } = shown
  const { direction } = predict
  const { clock } = useMarketData()
  const format = useFormat()
  const { instrument, permission, freshness, actions } = useHand(market)
  const asset = instrument?.asset ?? null
  const tick = instrument?.tick ?? null
  const ticker = useTopic(asset === null ? null : { kind: 'ticker', asset })
  const positions = useAccount().data?.positions ?? []
  const sender = useSubmission(byOf(origin))
  const action = useFollowedAction(sender.submission)
  const [fixed, setFixed] = useState<Prediction | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const question = useRef<string | null>(null)
  const [said, setSaid] = useState<Exclude<PredictEnter, { does: 'send' }> | null>(null)
  const { submission } = sender
  const isSent = submission.state !== 'idle'
  /** Whether something may still be asked or signed: then nothing takes its place. */
  const isOpen =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const isWaiting = action !== undefined && awaitsEstimate(action)
  const isOver = isSent && !isOpen
  const isLeaving = useDiscardAhead(submission, action)

  useEffect(() => {
    if (fixed !== null || issue !== null || asset === null || ticker === undefined || instrument?.family !== 'binary')
      return
    const made = predictionOf({ asset, direction, amount: predict.amount, worst: predict.worst }, ticker, tick)
    if ('issue' in made) setIssue(made.issue)
    else if (made.worst !== null) setFixed({ asset, direction, amount: predict.amount, worst: made.worst })
  }, [fixed, issue, asset, ticker, instrument, direction, predict, tick])
  useEffect(() => holdDeed(id, isOpen), [id, isOpen])
  useEffect(() => (isOver ? clock.after(SHOWN_MS, () => dropDeed(id)) : undefined), [isOver, clock, id])

  const press = (): void => {
    const now = clock.now()
    const earlier = fixed === null || origin === 'keys' ? null : duplicateOf(predictIntent(fixed), actions, now)
    const does = enterPrediction(fixed, {
      ...{ issue, asset, permission, question: question.current },
      isSetUp: isSetUpBy(actions, positions),
      stale: freshness.stale ? freshness.words : null,
      duplicate: earlier === null ? null : duplicateWords(earlier, now),
    })
    question.current = does.does === 'ask' ? does.key : null
    setSaid(does.does === 'send' ? null : does)
    if (does.does !== 'send') return
    line.begin()
    sender.press(does.intent, 0)
  }
  const line = useLine({
    onDrop: () => dropDeed(id),
    // What may still be signed is answered, not dropped: its estimate has an Esc of its own.
    escapes: !isOpen,
    onEnter: press,
    onKey(event) {
      const change = changeOf(event, market)
      if (change === null || fixed === null || isSent) return false
      setFixed(changedPrediction(fixed, change, tick))
      question.current = null
      setSaid(null)
      return true
    },
  })
  // A digit is a key of its own while the trading keys are armed.
  const preset = useKeySize((state) => state.preset)
  const first = useRef(preset)
  useEffect(() => {
    const amount = presetSize(market, preset)
    if (preset === first.current || amount === null) return
    first.current = preset
    // What was sent stands as it was sent: a size that is chosen now is one of what comes next.
    if (isSent) return
    question.current = null
    setFixed((before) => (before === null ? null : { ...before, amount: amount as string as Money }))
  }, [preset, market, isSent])
  const seen = shownPrediction(fixed, submission)
  const pays = seen === null ? null : mostPaid(direction, seen.worst)
  const second = instrument === null || seen === null ? '' : axisOf(instrument, format).view().second(seen.worst)
  const wrong = said?.words ?? issue
  return (
    <LineFrame
      line={line}
      label="Preview of a prediction"
      lead={`Predict ${direction} with ${trimZeros(seen?.amount ?? predict.amount)} USDC`}
      tone={direction === 'UP' ? 'buy' : 'sell'}
      market={instrument?.title ?? ''}
      terms={pays === null ? '' : `at most ${pays} a contract of ${direction}`}
      figures={seen === null ? [] : [{ name: 'Worst price of UP', value: `${seen.worst} (${second})` }]}
      said={
        isSent
          ? isWaiting
            ? 'Tab to Confirm or Discard. Esc discards it.'
            : isLeaving
              ? LEAVING
              : ''
          : fixed === null
            ? WAITING_FOR_PRICES
            : 'Enter asks for the estimate; nothing is signed before you confirm it. ↑ ↓ worst price, ← → amount, 1–9 amounts. Esc drops it.'
      }
      wrong={isSent ? null : wrong}
      rest={said?.does === 'ask' ? said.rest : []}
      onClose={isOver ? () => dropDeed(id) : null}
    >
      {isWaiting && <EstimateCard action={action} />}
      {isSent && <FollowLine sender={sender} />}
    </LineFrame>
  )
}
