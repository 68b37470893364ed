/** A field for a line of text, or for several: its label above, what is wrong with it below. */
import { type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (text: string) => void
  /** Lines that it shows; one unless said. */
  readonly rows?: number
  readonly maxLength?: number
  /** What is wrong, as a sentence; null while nothing is. */
  readonly error?: string | null
  readonly readOnly?: boolean
  readonly autoFocus?: boolean
  readonly placeholder?: string
  /** What is typed is shown as dots; of one line only. */
  readonly isSecret?: boolean
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, rows = 1, maxLength, error = null, readOnly = false, autoFocus, placeholder } = props
  const { isSecret = false } = props
  const id = useId()
  const shared = {
    id,
    className: styles.input,
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
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {rows === 1 ? (
        <input type={isSecret ? 'password' : 'text'} autoComplete="off" {...shared} />
      ) : (
        <textarea rows={rows} {...shared} />
      )}
      <p id={`${id}-error`} className={styles.error} role={error === null ? undefined : 'alert'}>
        {error}
      </p>
    </div>
  )
}
