/** A text field for decimals. It holds text, never a number: what was typed stays as typed, and arrows step exactly by the tick. */
import { type KeyboardEvent, memo, type ReactNode, type Ref, useId } from 'react'
import type { Decimal } from '../../contract/decimal.ts'
import { classNames } from './class-names.ts'
import styles from './decimal-field.module.css'
import { stepDecimal } from './decimal-step.ts'
import { useSteady } from './use-steady.ts'

interface DecimalFieldProps {
  /** Also the accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Unit or a second reading inside the field's end: `contracts`, `71.80 °F`. */
  readonly suffix?: ReactNode
  /** Beside the label: quick fills, a maximum. */
  readonly hint?: ReactNode
  /** Said below the field and tied to it; null when nothing is wrong. */
  readonly error?: string | null
  /** Said below the field where nothing is wrong: what was typed comes to. It wants `keepsRoom`. */
  readonly note?: ReactNode
  /** Keeps a line free for the error, so that nothing below moves when there is one; a longer one is cut, and whole in its title. */
  readonly keepsRoom?: boolean
  /** Grid of the arrow keys; ×10 with shift. Without it arrows do nothing. */
  readonly step?: Decimal | null
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onEnter?: () => void
}

export function DecimalField(props: DecimalFieldProps): ReactNode {
  const { label, value, onChange, suffix, hint, error, note, keepsRoom, step, disabled, placeholder, ref, onEnter } =
    props
  const id = useId()
  const errorId = `${id}-error`
  const wrong = error != null && error !== ''
  const noted = !wrong && note != null
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && onEnter !== undefined) {
      event.preventDefault()
      onEnter()
      return
    }
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (direction === null || step == null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(stepDecimal(value, step as Decimal, direction, event.shiftKey ? 10 : 1))
  }
  return (
    <div className={styles.field}>
      <div className={styles.labels}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint != null && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={classNames(styles.box, wrong && styles.wrong, disabled === true && styles.disabled)}>
        <Input
          ref={ref}
          id={id}
          value={value}
          disabled={disabled}
          placeholder={placeholder}
          isWrong={wrong}
          describedBy={wrong || noted ? errorId : undefined}
          onChange={useSteady(onChange)}
          onKeyDown={useSteady(keyDown)}
        />
        {suffix != null && <span className={styles.suffix}>{suffix}</span>}
      </div>
      {(wrong || keepsRoom === true) && (
        <p
          id={errorId}
          className={classNames(noted ? styles.note : styles.error, keepsRoom === true && styles.oneLine)}
          title={keepsRoom === true && wrong ? error : undefined}
        >
          {noted ? note : error}
        </p>
      )}
    </div>
  )
}

interface InputProps extends Pick<DecimalFieldProps, 'value' | 'disabled' | 'placeholder' | 'onChange'> {
  readonly id: string
  readonly ref: Ref<HTMLInputElement> | undefined
  readonly isWrong: boolean
  /** Where it is said what is wrong, or what it comes to; undefined while nothing is said. */
  readonly describedBy: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Apart and kept: a render writes every attribute of an input again, and forms render with each price. */
const Input = memo(function Input({ isWrong, describedBy, onChange, ...input }: InputProps): ReactNode {
  return (
    <input
      {...input}
      className={styles.input}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
})
