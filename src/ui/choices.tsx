/** Choices in a form: one of several, and yes or no. */
import { memo, type ReactNode, useId } from 'react'
import checkboxStyles from './checkbox.module.css'
import styles from './choices.module.css'
import { classNames } from './class-names.ts'
import selectStyles from './select.module.css'
import { useSteady } from './use-steady.ts'

interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Accessible name where the label is not enough. */
  readonly name?: string
  readonly disabled?: boolean
}

interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string
  readonly options: readonly SegmentedOption<Value>[]
  /** Null when none is chosen. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  /** `boxed` for forms, `plain` for panel heads, `tiles` for any number of options of any length: they wrap, and so does their text. */
  readonly look?: 'boxed' | 'plain' | 'tiles'
  readonly disabled?: boolean
}

/** One of several options, side by side: a radio group with arrow keys. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): ReactNode {
  const { label, options, value, onChange, look = 'boxed', disabled = false } = props
  const choose = useSteady(onChange)
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.group, styles[look])}>
      <Radios options={options} value={value} disabled={disabled} onChange={choose as (value: string) => void} />
    </div>
  )
}

type RadiosProps = Pick<Required<SegmentedProps<string>>, 'options' | 'value' | 'disabled' | 'onChange'>

/** Separate and memoized: a render writes every attribute of each input again, and forms render with each price. */
const Radios = memo(function Radios({ options, value, disabled, onChange }: RadiosProps): ReactNode {
  const group = useId()
  return options.map((option) => (
    <label key={option.value} className={styles.option}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        checked={option.value === value}
        disabled={disabled || option.disabled === true}
        aria-label={option.name}
        onChange={() => onChange(option.value)}
      />
      <span className={styles.text}>{option.label}</span>
    </label>
  ))
})

interface SelectProps<Value extends string> {
  readonly id?: string
  /** Accessible name where no label names it. */
  readonly name?: string
  readonly className?: string | undefined
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Native `option` and `optgroup` elements. */
  readonly children: ReactNode
}

/** One of many options, in a list that opens. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { id, name, className, value, onChange, children } = props
  return (
    <select
      id={id}
      aria-label={name}
      className={classNames(selectStyles.select, className)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {children}
    </select>
  )
}

// A labeled switch: a native checkbox, drawn as a toggle or a box.

interface CheckboxProps {
  readonly label: string
  /** Accessible name where the label is not enough. */
  readonly name?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Checkbox({ label, name, checked, onChange, disabled }: CheckboxProps): ReactNode {
  return (
    <label className={checkboxStyles.line}>
      <input
        type="checkbox"
        aria-label={name}
        className={checkboxStyles.box}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

/** A toggle button as wide as its label: `Reduce only`. A checkbox to assistive technology. */
export function Toggle({ onChange, ...shown }: Omit<CheckboxProps, 'name'>): ReactNode {
  return <KeptToggle {...shown} onChange={useSteady(onChange)} />
}

/** Memoized: a render writes every attribute of the input again, and forms render with each price. */
const KeptToggle = memo(function KeptToggle({
  label,
  checked,
  onChange,
  disabled,
}: Omit<CheckboxProps, 'name'>): ReactNode {
  return (
    <label className={checkboxStyles.toggle}>
      <input
        type="checkbox"
        className={checkboxStyles.hidden}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={checkboxStyles.face}>{label}</span>
    </label>
  )
})
