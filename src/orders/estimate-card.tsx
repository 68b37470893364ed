/** What the service says a prediction would do, and the trader's word on it: exactly this estimate is confirmed, or none. */
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { NONE } from '../format/index.ts'
import { useMarketData, useServerClock } from '../market-data/index.ts'
import { intentWords } from '../trade-forms/index.ts'
import { Button, OutOfView, useEscape, useSeenWhole } from '../ui/index.ts'
import styles from './estimate-card.module.css'
import { estimateLines } from './estimate-labels.ts'
import { NumberFacts } from './number-question.tsx'

/** The card may come to lie where a button was just clicked: for so long it takes no answer. */
const HEEDS_AFTER_MS = 400

export function EstimateCard({ action }: { action: ActionRecord }): ReactNode {
  const call = useCall()
  const { clock } = useMarketData()
  const card = useRef<HTMLElement>(null)
  const [heeds, setHeeds] = useState(false)
  const lines = useSeenWhole<HTMLDListElement>()
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
    return clock.after(HEEDS_AFTER_MS, () => setHeeds(true))
  }, [clock])
  const now = useServerClock(500)
  const id = useId()
  /** What was said of which estimate. */
  const [answered, setAnswered] = useState<{ readonly estimate: string; readonly accept: boolean } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const estimate = action.estimate ?? null
  const answer = (accept: boolean): void => {
    if (estimate === null) return
    setAnswered({ estimate: estimate.id, accept })
    setFailure(null)
    call('confirmEstimate', { actionId: action.id, estimateId: estimate.id, accept }).catch((error: unknown) => {
      setAnswered(null)
      setFailure(wordsOf(error))
    })
  }
  const mayAnswer = estimate !== null && heeds && answered?.estimate !== estimate.id
  useEscape('estimate', mayAnswer, () => answer(false))
  if (estimate === null) return null
  const { validUntil } = estimate
  const mine = answered?.estimate === estimate.id ? answered : null
  const left = validUntil === null ? null : Math.max(0, Math.floor((validUntil - now) / 1000))
  const question = action.question ?? null
  const isUnverified = action.unverified != null
  return (
    <section ref={card} className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{intentWords(action.intent)}</h3>
      {isUnverified && question === null && <p className={styles.caution}>{action.message}</p>}
      {isUnverified && question !== null && (
        <>
          <p className={styles.caution}>Not verified against your order.</p>
          <NumberFacts question={question} />
        </>
      )}
      <dl ref={lines.ref} aria-label="Estimate">
        {estimateLines(action.intent, estimate).map(({ name, value, note }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note !== null && <small> {note}</small>}
            </dd>
          </Fragment>
        ))}
        <dt>Valid for</dt>
        <dd>{left === null ? NONE : `${left} s, then renewed`}</dd>
      </dl>
      {failure !== null && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button variant="primary" disabled={mine !== null || !heeds || !lines.seen} onClick={() => answer(true)}>
          {mine?.accept === true ? 'Confirming…' : 'Confirm'}
        </Button>
        <Button disabled={mine !== null || !heeds} onClick={() => answer(false)}>
          Discard
        </Button>
      </div>
      {!lines.seen && <OutOfView onShow={lines.show}>Confirm waits until the estimate is in view.</OutOfView>}
    </section>
  )
}
