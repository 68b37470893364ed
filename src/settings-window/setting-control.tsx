/** What a setting is changed with: a few choices side by side, more of them in a list, on or off, a number in steps. */
import { type ReactNode, useId } from 'react'
import type { Settings } from '../../contract/settings-table.ts'
import { Button, Checkbox, Segmented } from '../ui/index.ts'
import type { SettingEntry } from './entries.ts'
import styles from './settings-window.module.css'

/** So many choices stand side by side, if their words are short. */
const MOST_SIDE_BY_SIDE = 3
const LONGEST_SIDE_BY_SIDE = 40

interface SettingControlProps {
  readonly entry: SettingEntry
  readonly onChange: (value: Settings[SettingEntry['key']]) => void
}

export function SettingControl({ entry, onChange }: SettingControlProps): ReactNode {
  const { setting, value, title } = entry
  const id = useId()
  if (setting.kind === 'flag') {
    return <Checkbox label={value === true ? 'On' : 'Off'} name={title} checked={value === true} onChange={onChange} />
  }
  if (setting.kind === 'whole') {
    const { least, most, step, unit } = setting
    const now = Number(value)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has no name but a legend's
      <div role="group" aria-label={title} className={styles.steps}>
        <Button
          size="small"
          aria-label={`${title}: smaller`}
          disabled={now - step < least}
          onClick={() => onChange(now - step)}
        >
          −
        </Button>
        <output>
          {now} {unit}
        </output>
        <Button
          size="small"
          aria-label={`${title}: larger`}
          disabled={now + step > most}
          onClick={() => onChange(now + step)}
        >
          +
        </Button>
      </div>
    )
  }
  const { choices } = setting
  const length = choices.reduce((sum, { words }) => sum + words.length, 0)
  if (choices.length <= MOST_SIDE_BY_SIDE && length <= LONGEST_SIDE_BY_SIDE) {
    return (
      <Segmented
        label={title}
        options={choices.map((choice) => ({ value: choice.value, label: choice.words }))}
        value={String(value)}
        onChange={(to) => onChange(to as Settings[SettingEntry['key']])}
      />
    )
  }
  return (
    <select
      id={id}
      aria-label={title}
      className={styles.select}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value as Settings[SettingEntry['key']])}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.words}
        </option>
      ))}
    </select>
  )
}
