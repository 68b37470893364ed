/** Ends every exit of a plan, after saying which they are and what stays without a stop. */
import { type ReactNode, useRef, useState } from 'react'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Size } from '../../contract/decimal.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Button, rowForm, useEscape } from '../ui/index.ts'
import { withoutPlanText } from './exit-labels.ts'
import styles from './exit-plan.module.css'

interface CancelPlanProps {
  readonly plan: string
  /** All that this terminal holds. */
  readonly held: readonly ConditionalView[]
  /** Of the position that it protects; null where none is held. */
  readonly size: Size | null
  readonly onEnd: () => void
}

export function CancelPlan({ plan, held, size, onEnd }: CancelPlanProps): ReactNode {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const end = (): void => {
    place.current?.closest('tbody')?.querySelector<HTMLElement>('[data-row]')?.focus()
    onEnd()
  }
  useEscape('preview', true, end)
  const send = (): void => {
    setSending(true)
    call('cancelExitPlan', { plan })
      .then(end, (error: unknown) => setFailure(wordsOf(error)))
      .finally(() => setSending(false))
      .catch(() => undefined)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons below a row are no form
    <div ref={place} className={rowForm.form} role="group" aria-label="Cancel the exit plan">
      <p className={rowForm.words}>
        {withoutPlanText(plan, held, size)}
        {failure !== null && (
          <span role="alert" className={styles.issue}>
            {' '}
            {failure}
          </span>
        )}
      </p>
      <Button size="small" variant="primary" aria-busy={sending} disabled={sending} onClick={send}>
        Cancel plan
      </Button>
      <Button size="small" onClick={end}>
        Keep it
      </Button>
    </div>
  )
}
