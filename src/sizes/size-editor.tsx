/** The dialog that edits the preset sizes: of one market, or of all markets of its family. */
import { type ReactNode, useState } from 'react'
import { create } from 'zustand'
import { type Decimal, type Price, parseTyped, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, marketsOf } from '../../contract/family-rules.ts'
import { fullTitleOf, type InstrumentView } from '../../contract/instrument.ts'
import { FAMILIES, type Family, follows, type MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import {
  MAX_PRESETS,
  presetsIssue,
  type SizePreset,
  type SizeUnit,
  sizesKeyOf,
  sizesOf,
  sizesOfFamily,
  UNITS_BY_FAMILY,
} from '../../contract/size-presets.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSettings } from '../queries/index.ts'
import { Button, Dialog, pasteDecimal, Segmented, Select } from '../ui/index.ts'
import styles from './sizes.module.css'
import { unitText } from './unit-choice.tsx'

/** One row as typed. `stop` only applies to a risk. */
interface TypedPreset {
  readonly by: SizeUnit
  readonly amount: string
  readonly stop: string
}

/** Sizes as typed in the dialog. */
const typedOf = (preset: SizePreset): TypedPreset => ({
  by: preset.by,
  amount: trimZeros(preset.amount),
  stop: preset.by === 'risk' ? trimZeros(preset.stop) : '',
})

const newRow = (family: Family): TypedPreset => ({ by: UNITS_BY_FAMILY[family][0], amount: '', stop: '' })

/** The sizes of the rows, or their error. */
export function presetsOf(
  family: Family,
  rows: readonly TypedPreset[],
): { readonly presets: readonly SizePreset[] } | { readonly issue: string } {
  const presets: SizePreset[] = []
  for (const [at, { by, amount: text, stop: stopText }] of rows.entries()) {
    const amount = parseTyped(text)
    if (amount === null) {
      return { issue: text.trim() === '' ? `Size ${at + 1} is missing.` : `Size ${at + 1} is not a number.` }
    }
    if (by !== 'risk') {
      presets.push({ by, amount: trimZeros(amount) })
      continue
    }
    const stop = parseTyped(stopText)
    if (stop === null) return { issue: `Size ${at + 1}: a risk size needs a stop distance.` }
    presets.push({ by, amount: trimZeros(amount), stop: trimZeros(stop as Decimal) as Price })
  }
  const issue = presetsIssue(family, presets)
  return issue === null ? { presets } : { issue }
}

interface PresetFieldsProps {
  readonly family: Family
  readonly rows: readonly TypedPreset[]
  readonly onChange: (rows: readonly TypedPreset[]) => void
}

function PresetFields({ family, rows, onChange }: PresetFieldsProps): ReactNode {
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
          <Select name={`Unit of size ${at + 1}`} value={row.by} onChange={(by) => change(at, { by })}>
            {UNITS_BY_FAMILY[family].map((unit) => (
              <option key={unit} value={unit}>
                {unitText(family, unit)}
              </option>
            ))}
          </Select>
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
      onPaste={(event) => pasteDecimal(event, onChange)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    {unit !== null && <span className={styles.prose}>{unit}</span>}
  </span>
)

interface State {
  readonly open: boolean
  /** The market that it was opened from; null if none. */
  readonly market: MarketRef | null
}

/** The market whose sizes are edited in this window. */
const useSizeEditor = create<State>(() => ({ open: false, market: null }))

/** Opens the dialog that edits sizes. */
export const editSizes = (market: MarketRef | null): void => useSizeEditor.setState({ open: true, market })

const closeSizes = (): void => useSizeEditor.setState({ open: false })

export function SizeEditor(): ReactNode {
  const { open, market } = useSizeEditor()
  return open ? <Editor market={market} /> : null
}

const ALL_OF: { readonly [F in Family]: string } = {
  scalar: 'All scalar markets',
  binary: 'All binary markets',
  outcome: 'All outcome markets',
}

/** A following market is the live one, under any name. */
const nameOf = (market: MarketRef, view: InstrumentView | undefined): string =>
  follows(market) ? 'The live market' : view === undefined ? 'This market' : fullTitleOf(view)

function Editor({ market }: { readonly market: MarketRef | null }): ReactNode {
  const call = useCall()
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  const view = useTopic(market === null ? null : { kind: 'instrument', market })
  const own = market === null ? null : sizesKeyOf(market)
  const [of, choose] = useState<string>(own !== null && own in sizes ? own : (market?.family ?? 'scalar'))
  const family = market?.family ?? FAMILIES.find((one) => one === of) ?? 'scalar'
  const shown = of === own && market !== null ? sizesOf(sizes, market) : sizesOfFamily(sizes, family)
  /** The typed rows per target, from the first change on. */
  const [typed, type] = useState<Readonly<Record<string, readonly TypedPreset[]>>>({})
  const rows = typed[of] ?? shown.map(typedOf)
  const [message, say] = useState<string | null>(null)
  const put = (next: readonly TypedPreset[]): void => {
    say(null)
    type({ ...typed, [of]: next })
  }
  const send = (presets: Parameters<typeof call<'saveSizes'>>[1]['presets']): void => {
    call('saveSizes', { of, presets }).then(closeSizes, (failed: unknown) => say(errorText(failed)))
  }
  const save = (): void => {
    const read = presetsOf(family, rows)
    if ('issue' in read) say(read.issue)
    else send(read.presets)
  }
  const scopes =
    market === null || own === null
      ? FAMILIES.map((one) => ({ value: one as string, label: marketsOf(one) }))
      : [
          { value: own, label: nameOf(market, view) },
          { value: market.family as string, label: ALL_OF[market.family] },
        ]
  return (
    <Dialog
      title="Size presets"
      onClose={closeSizes}
      onSubmit={save}
      actions={
        <>
          <Button disabled={!(of in sizes)} onClick={() => send(null)}>
            {of === own ? 'Same as other markets' : 'Reset to defaults'}
          </Button>
          <Button onClick={closeSizes}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </>
      }
    >
      <Segmented label="Sizes of" look="tiles" options={scopes} value={of} onChange={choose} />
      <PresetFields family={family} rows={rows} onChange={put} />
      <div className={styles.after}>
        <Button size="small" disabled={rows.length >= MAX_PRESETS} onClick={() => put([...rows, newRow(family)])}>
          Add a size
        </Button>
      </div>
      <p className={styles.prose}>
        Used in tickets, ladders and trading keys; digits 1 to 9 select them. Saving disarms one-click and trading keys
        in every window. A risk size adds its stop to the order's exit plan.
      </p>
      <p className={styles.issue} role="alert">
        {message}
      </p>
    </Dialog>
  )
}
