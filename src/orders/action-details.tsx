/** The details of one action: the service's message, requested against prepared values, each step with its time, and the ids. */

import { type ReactNode, useState } from 'react'
import { type ActionRecord, serviceTime } from '../../contract/action.ts'
import { codeText } from '../../contract/action-code.ts'
import type { Price } from '../../contract/decimal.ts'
import type { ShownFigures } from '../../contract/intent.ts'
import { useCall } from '../bridge/index.ts'
import { averageLabel, moneyText, timeTextMs, zoneText } from '../format/index.ts'
import { awaitsEstimate, stepLabel } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import styles from './action-details.module.css'
import { EstimateCard } from './estimate-card.tsx'

/** `average 53.19, mark 53.10; the book was 0.2 s old`; null when nothing was shown. */
export function shownText({ bookAge, ...prices }: ShownFigures): string | null {
  const named = [
    ['average', prices.average],
    ['worst', prices.worst],
    ['fee', prices.fee],
    ['mark', prices.mark],
    ['middle', prices.mid],
  ] as const
  const text = named
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${name === 'fee' ? moneyText(value) : averageLabel(value as Price)}`],
    )
    .join(', ')
  const age = bookAge === null ? '' : `book ${toTenths(bookAge)} s old`
  return [text, age].filter((part) => part !== '').join('; ') || null
}

const toTenths = (ms: number): string => (Math.round(ms / 100) / 10).toFixed(1)

interface ActionDetailsProps {
  readonly action: ActionRecord
  /** Whether the request id is listed among the ids. */
  readonly hasRequest?: boolean
}

export function ActionDetails({ action, hasRequest = false }: ActionDetailsProps): ReactNode {
  const { message, code, mismatches, steps, oid, cloid } = action
  const shown = action.shown === undefined ? null : shownText(action.shown)
  return (
    <div className={styles.details}>
      {awaitsEstimate(action) && <EstimateCard action={action} />}
      {message !== null && (
        <p className={styles.message}>
          {message}
          {code !== null && <code className={styles.code}>{codeText(code)}</code>}
        </p>
      )}
      {mismatches.length > 0 && (
        <table className={styles.mismatches}>
          <caption>Prepared action does not match your order</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Asked</th>
              <th scope="col">Prepared</th>
            </tr>
          </thead>
          <tbody>
            {mismatches.map((mismatch) => (
              <tr key={mismatch.field}>
                <th scope="row">{mismatch.field}</th>
                <td>{mismatch.request}</td>
                <td className={styles.bad}>{mismatch.prepared}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <StepList
        steps={steps.map((step) => ({
          at: serviceTime(action, step.at),
          status: stepLabel(step.state),
          detail: step.detail,
        }))}
      />
      {action.stepsDropped !== undefined && <p className={styles.shown}>Its steps are no longer stored.</p>}
      {action.overrode !== undefined && (
        <p className={styles.shown}>Sent beyond your limit with your confirmation: {action.overrode.join(' ')}</p>
      )}
      {shown !== null && <p className={styles.shown}>Shown when sent: {shown}.</p>}
      {(oid !== null || cloid !== null || hasRequest) && (
        <div className={styles.ids}>
          {hasRequest && <CopyId name="request id" value={action.id} />}
          {oid !== null && <CopyId name="order id" value={oid} />}
          {cloid !== null && <CopyId name="client order id" value={cloid} />}
        </div>
      )}
    </div>
  )
}

interface StepListProps {
  /** Oldest first, by the service's clock. */
  readonly steps: readonly { readonly at: number; readonly status: string; readonly detail: string | null }[]
}

/** Each step of an action, or of an automated order, with its time. */
export function StepList({ steps }: StepListProps): ReactNode {
  return (
    <ol className={styles.steps} aria-label="Steps" title={`The venue's time, ${zoneText(steps[0]?.at ?? 0)}`}>
      {steps.map(({ at, status, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
        <li key={index} className={styles.step}>
          <time className={styles.time}>{timeTextMs(at)}</time>
          <span>
            {status}
            {detail !== null && detail !== status && <span className={styles.detail}> {detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function CopyId({ name, value }: { name: string; value: string }): ReactNode {
  const call = useCall()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = (): void => {
    call('copyText', { text: value }).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <span className={styles.id}>
      <span className={styles.idName}>{name}</span>
      <span className={styles.idValue} title={value}>
        {value}
      </span>
      <Button size="small" variant="bare" aria-label={`Copy ${name}`} onClick={copy}>
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Not copied' : 'Copy'}
      </Button>
    </span>
  )
}
