/** What the service says a prediction would do, and the trader's word on it: exactly this estimate is confirmed, or none. */
import { Fragment, type ReactNode, useId, useState } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { useCall, wordsOf } from '../../app/bridge.tsx'
import { useServerClock } from '../../market-data/index.ts'
import { intentWords } from '../../trade-forms/index.ts'
import { Button, NONE } from '../../ui/index.ts'
import styles from './activity.module.css'
import { estimateLines } from './estimate-words.ts'

export function EstimateCard({ action }: { action: ActionRecord }): ReactNode {
  const call = useCall()
  const now = useServerClock(500)
  const id = useId()
  /** What was said of which estimate. */
  const [answered, setAnswered] = useState<{ readonly estimate: string; readonly accept: boolean } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const estimate = action.estimate ?? null
  if (estimate === null) return null
  const { validUntil } = estimate
  const mine = answered?.estimate === estimate.id ? answered : null
  const left = validUntil === null ? null : Math.max(0, Math.floor((validUntil - now) / 1000))
  const answer = (accept: boolean): void => {
    setAnswered({ estimate: estimate.id, accept })
    setFailure(null)
    call('confirmEstimate', { actionId: action.id, estimateId: estimate.id, accept }).catch((error: unknown) => {
      setAnswered(null)
      setFailure(wordsOf(error))
    })
  }
  const unverified = /^not verified/i.test(action.message ?? '')
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{intentWords(action.intent)}</h3>
      {unverified && <p className={styles.caution}>{action.message}</p>}
      <dl aria-label="Estimate">
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
        <dd>{left === null ? NONE : `${left} s, then estimated again`}</dd>
      </dl>
      {failure !== null && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button variant="primary" disabled={mine !== null} onClick={() => answer(true)}>
          {mine?.accept === true ? 'Confirming…' : 'Confirm'}
        </Button>
        <Button disabled={mine !== null} onClick={() => answer(false)}>
          Let it go
        </Button>
      </div>
    </section>
  )
}
