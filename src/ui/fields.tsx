/** Text fields: plain text, and decimals with steps. */
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, type Ref, useId } from 'react'
import {
  add,
  type Decimal,
  isMultipleOf,
  multiply,
  padTo,
  parseTyped,
  pastedText,
  placesOf,
  toStep,
  ZERO,
} from '../../contract/decimal.ts'
import { classNames } from './class-names.ts'
import styles from './fields.module.css'
import textFieldStyles from './text-field.module.css'
import { useSteady } from './use-steady.ts'

// Steps of a decimal text field: exact, and onto the tick grid when the typed value is off it.

/**
 * The text after pressing up (+1) or down (−1) `times` times on a grid of `tick`. Text that is not a number stays as typed. A value off the grid
 * first moves to the next grid point in that direction. Values do not go below zero.
 */
export function stepDecimal(text: string, tick: Decimal, direction: 1 | -1, times = 1): string {
  const value = parseTyped(text)
  if (value === null) return text
  let steps = times
  let from = value
  if (!isMultipleOf(value, tick)) {
    // toStep rounds towards zero: for a positive value that is already the grid point below.
    const below = toStep(value, tick, value.startsWith('-') ? 'up' : 'down')
    from = direction < 0 ? below : add(below, tick)
    steps -= 1
  }
  const next = add(from, multiply(tick, String(direction * steps) as Decimal))
  return padTo(next.startsWith('-') ? ZERO : next, placesOf(tick))
}

interface DecimalFieldProps {
  /** Also the accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Unit or a second reading at the field's end: `contracts`, `71.80 °F`. */
  readonly suffix?: ReactNode
  /** Beside the label: quick fills, a maximum. */
  readonly hint?: ReactNode
  /** The hint comes before the box in the tab order, not after it: Tab leads from one typed field to the next. */
  readonly hintFirst?: boolean
  /** Shown below the field and linked to it; null when the input is valid. */
  readonly error?: string | null
  /** Shown below the field where the input is valid: the resolved value. Needs `keepsRoom`. */
  readonly note?: ReactNode
  /** Reserves a line for the error, so that nothing below moves when one appears; a longer one is truncated, with the full text in its title. */
  readonly keepsRoom?: boolean
  /** Grid of the arrow keys; ×10 with Shift. Without it arrows do nothing. */
  readonly step?: Decimal | null
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onEnter?: () => void
}

/** A text field for decimals. It holds text, never a number: typed text stays as typed, and arrows step exactly by the tick. */
export function DecimalField(props: DecimalFieldProps): ReactNode {
  const {
    label,
    value,
    onChange,
    suffix,
    hint,
    hintFirst,
    error,
    note,
    keepsRoom,
    step,
    disabled,
    placeholder,
    ref,
    onEnter,
  } = props
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
  const beside = hint != null && <span className={styles.hint}>{hint}</span>
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hintFirst === true && beside}
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
      {hintFirst !== true && beside}
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

/** For a field of a number: what is pasted as all of it, and could be read in two ways, asks which is meant. */
export function pasteDecimal(event: ClipboardEvent<HTMLInputElement>, put: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const pasted = event.clipboardData.getData('text')
  const text = pastedText(pasted)
  if (text === pasted || (selectionEnd ?? 0) - (selectionStart ?? 0) < value.length) return
  event.preventDefault()
  put(text)
}

interface InputProps extends Pick<DecimalFieldProps, 'value' | 'disabled' | 'placeholder' | 'onChange'> {
  readonly id: string
  readonly ref: Ref<HTMLInputElement> | undefined
  readonly isWrong: boolean
  /** Id of the error or note; undefined while there is none. */
  readonly describedBy: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Separate and memoized: a render writes every attribute of an input again, and forms render with each price. */
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
      onPaste={(event) => pasteDecimal(event, onChange)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
})

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (text: string) => void
  /** Number of visible lines, default 1. */
  readonly rows?: number
  readonly maxLength?: number
  /** The error as a sentence; null while the input is valid. */
  readonly error?: string | null
  readonly readOnly?: boolean
  readonly autoFocus?: boolean
  readonly placeholder?: string
  /** Masks typed text with dots; single-line only. */
  readonly isSecret?: boolean
}

/** A text field of one or several lines: its label above, its error below. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, rows = 1, maxLength, error = null, readOnly = false, autoFocus, placeholder } = props
  const { isSecret = false } = props
  const id = useId()
  const shared = {
    id,
    className: textFieldStyles.input,
    value,
    maxLength,
    readOnly,
    placeholder,
    'aria-invalid': error !== null,
    'aria-describedby': error === null ? undefined : `${id}-error`,
    autoFocus,
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange?.(event.currentTarget.value),
    onFocus: (event: { readonly currentTarget: { select(): void } }) => event.currentTarget.select(),
  }
  return (
    <div className={textFieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      {rows === 1 ? (
        <input type={isSecret ? 'password' : 'text'} autoComplete="off" {...shared} />
      ) : (
        <textarea rows={rows} {...shared} />
      )}
      <p id={`${id}-error`} className={textFieldStyles.error} role={error === null ? undefined : 'alert'}>
        {error}
      </p>
    </div>
  )
}
