/** A switch with its words: a native checkbox, drawn as a toggle or a box. */
import type { ReactNode } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A tick box before its label. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps): ReactNode {
  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

/** A button that stays pressed, as wide as its label: `Reduce only`. A checkbox to assistive technology. */
export function Toggle({ label, checked, onChange, disabled }: CheckboxProps): ReactNode {
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        className={styles.hidden}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.face}>{label}</span>
    </label>
  )
}
