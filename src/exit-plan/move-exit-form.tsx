/** Forms in the row of a held exit: editing its trigger, or canceling its whole plan. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConditionalView } from '../../contract/conditional.ts'
import { compare, isMultipleOf, type Price, parseTyped, type Size, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { priceLabel, priceMeaning } from '../format/index.ts'
import { Button, DecimalField, rowForm, stepDecimal, useEscape } from '../ui/index.ts'
import { withoutPlanText } from './exit-labels.ts'
import styles from './exit-plan.module.css'

/** The sending of a form below a row. */
function useRowForm<Form extends HTMLElement>(onEnd: () => void) {
  const form = useRef<Form>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  /** Returns the focus to the row: it would be lost with the form. */
  const end = (): void => {
    form.current?.closest('tbody')?.querySelector<HTMLElement>('[data-row]')?.focus()
    onEnd()
  }
  useEscape('preview', true, end)
  const send = (call: () => Promise<unknown>): void => {
    setSending(true)
    call()
      .then(end, (error: unknown) => setFailure(errorText(error)))
      .finally(() => setSending(false))
      .catch(() => undefined)
  }
  return { form, failure, setFailure, sending, end, send }
}

interface MoveExitFormProps {
  readonly exit: ConditionalView
  /** `stop`, `target 2` */
  readonly name: string
  readonly tick: Price | null
  /** It was moved, or canceled. */
  readonly onEnd: () => void
}

export function MoveExitForm({ exit, name, tick, onEnd }: MoveExitFormProps): ReactNode {
  const call = useCall()
  const { id, trigger, target } = exit
  const { pricedSide } = FAMILY_RULES[target.family]
  const [text, setText] = useState<string>(trigger ?? '')
  const { form, failure, setFailure, sending, end, send: sendBy } = useRowForm<HTMLFormElement>(onEnd)
  useEffect(() => form.current?.querySelector('input')?.select(), [form])

  const to = parseTyped(text) as Price | null
  const off = to !== null && tick !== null && !isMultipleOf(to, tick) ? `The tick is ${tick}.` : null
  const unread = text.trim() === '' ? 'Enter a price.' : `“${text.trim()}” is not a number.`
  const issue = to === null ? unread : off
  const isSame = to !== null && trigger !== null && compare(to, trigger) === 0
  const typed = (next: string): void => {
    setText(next)
    setFailure(null)
  }
  const step = (direction: 1 | -1): void => {
    if (tick !== null) typed(stepDecimal(text, tick, direction))
  }
  const send = (): void => {
    if (to === null || issue !== null || isSame || sending) return
    sendBy(() => call('moveConditional', { id, trigger: to }))
  }
  return (
    <form
      ref={form}
      className={rowForm.form}
      aria-label={`Move: ${name}, ${target.asset}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.level}>
        <DecimalField
          label={pricedSide === null ? 'New trigger' : `New trigger, ${pricedSide} price`}
          value={text}
          onChange={typed}
          step={tick}
          error={issue}
          keepsRoom
          onEnter={send}
          suffix={to === null ? undefined : priceMeaning(target.family, to)}
        />
      </div>
      <span className={rowForm.beside}>
        <Button size="small" aria-label="One tick down" disabled={tick === null} onClick={() => step(-1)}>
          −
        </Button>
        <Button size="small" aria-label="One tick up" disabled={tick === null} onClick={() => step(1)}>
          +
        </Button>
      </span>
      <p className={rowForm.preview} role="status">
        {to === null || issue !== null || isSame
          ? `${name}: unchanged.`
          : trigger === null
            ? `${name}: ${priceLabel(trimZeros(to))}, local.`
            : `${name}: ${priceLabel(trimZeros(trigger))} → ${priceLabel(trimZeros(to))}, local.`}
        {failure !== null && (
          <span role="alert" className={styles.issue}>
            {' '}
            {failure}
          </span>
        )}
      </p>
      <span className={rowForm.beside}>
        <Button
          type="submit"
          size="small"
          variant="primary"
          aria-busy={sending}
          disabled={issue !== null || isSame || sending}
        >
          Move
        </Button>
        <Button size="small" onClick={end}>
          Discard
        </Button>
      </span>
    </form>
  )
}

interface CancelPlanProps {
  readonly plan: string
  /** All exits of this terminal. */
  readonly held: readonly ConditionalView[]
  /** Of the protected position; null when flat. */
  readonly size: Size | null
  readonly onEnd: () => void
}

/** Cancels every exit of a plan, after listing them and the part that is then without a stop. */
export function CancelPlan({ plan, held, size, onEnd }: CancelPlanProps): ReactNode {
  const call = useCall()
  const { form, failure, sending, end, send } = useRowForm<HTMLDivElement>(onEnd)
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons below a row are no form
    <div ref={form} className={rowForm.form} role="group" aria-label="Cancel the exit plan">
      <p className={rowForm.prose}>
        {withoutPlanText(plan, held, size)}
        {failure !== null && (
          <span role="alert" className={styles.issue}>
            {' '}
            {failure}
          </span>
        )}
      </p>
      <Button
        size="small"
        variant="primary"
        aria-busy={sending}
        disabled={sending}
        onClick={() => send(() => call('cancelExitPlan', { plan }))}
      >
        Cancel plan
      </Button>
      <Button size="small" onClick={end}>
        Keep plan
      </Button>
    </div>
  )
}
