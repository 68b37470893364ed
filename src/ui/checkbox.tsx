/** A switch with its words: a native checkbox, drawn as a toggle or a box. */
import { memo, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { useSteady } from './use-steady.ts'

interface CheckboxProps {
  readonly label: string
  /** Accessible name when the label is not enough. */
  readonly name?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A tick box before its label. */
export function Checkbox({ label, name, checked, onChange, disabled }: CheckboxProps): ReactNode {
  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        aria-label={name}
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
export function Toggle({ onChange, ...shown }: Omit<CheckboxProps, 'name'>): ReactNode {
  return <KeptToggle {...shown} onChange={useSteady(onChange)} />
}

/** Kept: a render writes every attribute of the input again, and forms render with each price. */
const KeptToggle = memo(function KeptToggle({
  label,
  checked,
  onChange,
  disabled,
}: Omit<CheckboxProps, 'name'>): ReactNode {
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
})
