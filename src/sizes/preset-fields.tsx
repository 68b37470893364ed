/** The rows in which sizes are typed. */
import type { ReactNode } from 'react'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import { type SizeUnit, UNITS_OF } from '../../contract/size-presets.ts'
import { Button } from '../ui/index.ts'
import styles from './sizes.module.css'
import type { TypedPreset } from './typed-presets.ts'
import { unitText } from './unit-choice.tsx'

interface PresetFieldsProps {
  readonly family: Family
  readonly rows: readonly TypedPreset[]
  readonly onChange: (rows: readonly TypedPreset[]) => void
}

export function PresetFields({ family, rows, onChange }: PresetFieldsProps): ReactNode {
  const change = (at: number, part: Partial<TypedPreset>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <ol className={styles.rows} aria-label="Sizes">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a size is known by its place, as its key is
        <li key={at} className={styles.row}>
          <span className={styles.number} aria-hidden="true">
            {at + 1}
          </span>
          <NumberInput
            name={`Size ${at + 1}`}
            value={row.amount}
            onChange={(amount) => change(at, { amount })}
            unit={null}
          />
          <select
            className={styles.select}
            aria-label={`Unit of size ${at + 1}`}
            value={row.by}
            onChange={(event) => change(at, { by: event.currentTarget.value as SizeUnit })}
          >
            {UNITS_OF[family].map((unit) => (
              <option key={unit} value={unit}>
                {unitText(family, unit)}
              </option>
            ))}
          </select>
          {row.by === 'risk' ? (
            <NumberInput
              name={`Stop of size ${at + 1}`}
              value={row.stop}
              onChange={(stop) => change(at, { stop })}
              unit={['stop', FAMILY_RULES[family].distanceUnit].filter(Boolean).join(', ')}
            />
          ) : (
            <span />
          )}
          <Button
            size="small"
            variant="bare"
            aria-label={`Remove size ${at + 1}`}
            title="Remove"
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </li>
      ))}
    </ol>
  )
}

interface NumberInputProps {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly unit: string | null
}

const NumberInput = ({ name, value, onChange, unit }: NumberInputProps): ReactNode => (
  <span className={styles.amount}>
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      maxLength={24}
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    {unit !== null && <span className={styles.words}>{unit}</span>}
  </span>
)
