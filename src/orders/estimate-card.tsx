/** What the service says a prediction would do, and the trader's word on it, wherever there is no ticket around it. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { confirmText, type EstimatedIntent, isEstimated } from '../markets/family/index.ts'
import { intentText } from '../trade-forms/index.ts'
import { OutOfView, useSeenWhole } from '../ui/index.ts'
import styles from './estimate-card.module.css'
import { EstimateAnswers, Unverified } from './estimate-parts.tsx'
import { EstimateTable } from './estimate-table.tsx'
import { useAnswer } from './use-answer.ts'
import { useEstimate } from './use-estimate.ts'

export function EstimateCard({ action }: { action: ActionRecord }): ReactNode {
  const { intent } = action
  return isEstimated(intent) ? <Card action={action} intent={intent} /> : null
}

function Card({ action, intent }: { action: ActionRecord; intent: EstimatedIntent }): ReactNode {
  const card = useRef<HTMLElement>(null)
  const lines = useSeenWhole<HTMLTableElement>()
  const target = intent.kind === 'predict' ? intent.targetF : null
  const { rows, facts, told } = useEstimate({ asset: intent.asset, kind: intent.kind, target }, false)
  const answering = useAnswer(action)
  const id = useId()
  useEffect(() => {
    // What it answers is no way to end the effect.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { estimate, left } = answering
  if (estimate === null) return null
  return (
    <section ref={card} className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{intentText(intent)}</h3>
      <Unverified action={action} />
      <EstimateTable
        ref={lines.ref}
        label="Estimate"
        look="pairs"
        corner={left === null ? 'Held until it changes' : `Valid for ${left} s, then renewed`}
        rows={rows}
        columns={[{ id: 'service', head: 'Service', tone: null, figures: told(intent, estimate) }]}
      />
      <EstimateAnswers answering={answering} words={confirmText(intent, estimate, facts)} isSeen={lines.seen} />
      {!lines.seen && <OutOfView onShow={lines.show}>Confirm waits until the estimate is in view.</OutOfView>}
    </section>
  )
}
