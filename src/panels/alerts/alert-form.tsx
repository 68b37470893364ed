/** Creates or edits an alert. */
import { type ReactNode, useState } from 'react'
import { type AlertsView, END_MINUTES } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { marketName } from '../../queries/index.ts'
import { Button, Checkbox, DecimalField, Segmented, Select } from '../../ui/index.ts'
import { useRequestedForm } from '../../workspace/index.ts'
import {
  type AlertDraft,
  type AlertField,
  endMinutesOf,
  fieldsOf,
  KIND_GROUPS,
  kindName,
  ruleOf,
  unitOf,
} from './alert-kinds.ts'
import styles from './alerts.module.css'
import { DIRECTIONS, ORDER_END_NAMES, PHASE_NAMES, POSITION_END_NAMES } from './messages.ts'

/** The binary assets and the sides of the outcome markets that still trade; of a binary asset the price of UP is watched. */
function Watched({ asset, onChange }: { asset: string; onChange: (asset: string) => void }): ReactNode {
  const binaries = useTopic({ kind: 'binary' })?.markets ?? []
  const outcomes = useTopic({ kind: 'outcomes' })?.markets.filter((one) => !one.expired && !one.settling) ?? []
  const known =
    asset === '' ||
    binaries.some((one) => one.asset === asset) ||
    outcomes.some(({ sides }) => sides.some(({ coin }) => coin === asset))
  return (
    <label className={styles.field}>
      <span>Side</span>
      <Select className={styles.watched} value={asset} onChange={onChange}>
        <option value="" disabled>
          Choose a side
        </option>
        {!known && <option value={asset}>{asset}</option>}
        {binaries.length > 0 && (
          <optgroup label="Binary">
            {binaries.map((one) => (
              <option key={one.asset} value={one.asset}>
                {one.asset}, UP
              </option>
            ))}
          </optgroup>
        )}
        {outcomes.length > 0 && (
          <optgroup label="Outcomes">
            {outcomes.flatMap((market) =>
              market.sides.map(({ coin, name }) => (
                <option key={coin} value={coin}>
                  {name}, {marketName(market)}
                </option>
              )),
            )}
          </optgroup>
        )}
      </Select>
    </label>
  )
}

const NEAR = [
  { value: 'distance', label: 'Distance left' },
  { value: 'percent', label: '% of distance' },
] as const

const BEFORE = END_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: `${minutes} min`,
  name: `${minutes} minutes before`,
}))

interface AlertFormProps {
  readonly kinds: AlertsView['kinds']
  /** The edited alert, null for a new one. */
  readonly id: string | null
  readonly draft: AlertDraft
  readonly onChange: (draft: AlertDraft) => void
  /** It was saved, or the edit was canceled. */
  readonly onDone: () => void
}

export function AlertForm({ kinds, id, draft, onChange, onDone }: AlertFormProps): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const feature = kinds[draft.kind]
  const form = useRequestedForm<HTMLFormElement>('alert')
  const set = (change: Partial<AlertDraft>): void => {
    setIssue(null)
    onChange({ ...draft, ...change })
  }
  const save = (): void => {
    const read = ruleOf(draft)
    if ('issue' in read) {
      setIssue(read.issue)
      return
    }
    call('saveAlert', { id, rule: read.rule, repeat: draft.repeat, on: true }).then(onDone, (error: unknown) =>
      setIssue(errorText(error)),
    )
  }
  const fields = fieldsOf(draft.kind)
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={id === null ? 'New alert' : 'Change alert'}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label className={styles.field}>
        <span>When</span>
        <Select value={draft.kind} onChange={(kind) => set({ kind, asset: '' })}>
          {KIND_GROUPS.map((group) => (
            <optgroup key={group.name} label={group.name}>
              {group.kinds.map((kind) => (
                <option key={kind} value={kind} disabled={!kinds[kind].on}>
                  {kindName(kind)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </label>
      {fields.map((field) => (
        <Field key={field} field={field} draft={draft} set={set} issue={issue} save={save} />
      ))}
      <Checkbox label="Repeat" checked={draft.repeat} onChange={(repeat) => set({ repeat })} />
      <Button type="submit" variant="primary" disabled={!feature.on}>
        {id === null ? 'Add alert' : 'Save'}
      </Button>
      {id !== null && <Button onClick={onDone}>Cancel</Button>}
      {!fields.includes('value') && issue !== null && (
        <p className={styles.issue} role="alert">
          {issue}
        </p>
      )}
      {!feature.on && <p className={styles.issue}>{feature.reason}</p>}
    </form>
  )
}

interface FieldProps {
  readonly field: AlertField
  readonly draft: AlertDraft
  readonly set: (change: Partial<AlertDraft>) => void
  /** The error of the value; null when valid. */
  readonly issue: string | null
  readonly save: () => void
}

function Field({ field, draft, set, issue, save }: FieldProps): ReactNode {
  switch (field) {
    case 'market':
      return <Watched asset={draft.asset} onChange={(asset) => set({ asset })} />
    case 'direction':
      return (
        <Segmented
          label="Direction"
          options={DIRECTIONS}
          value={draft.direction}
          onChange={(direction) => set({ direction })}
        />
      )
    case 'near':
      return <Segmented label="Distance as" options={NEAR} value={draft.by} onChange={(by) => set({ by })} />
    case 'value':
      return (
        <div className={styles.value}>
          <DecimalField
            label="Value"
            value={draft.value}
            onChange={(value) => set({ value })}
            suffix={unitOf(draft)}
            error={issue}
            onEnter={save}
          />
        </div>
      )
    case 'minutes_before':
      return (
        <Segmented
          label="Minutes before"
          options={BEFORE}
          value={String(endMinutesOf(draft.value))}
          onChange={(value) => set({ value })}
        />
      )
    case 'phase':
      return (
        <Choice
          label="Phase"
          names={{ any: 'Any of these', ...PHASE_NAMES }}
          value={draft.phase}
          onChange={(phase) => set({ phase })}
        />
      )
    case 'order_end':
      return (
        <>
          <Choice
            label="End"
            names={ORDER_END_NAMES}
            value={draft.orderEnd}
            onChange={(orderEnd) => set({ orderEnd })}
          />
          <Checkbox
            label="Include orders I cancel"
            checked={draft.includesManual}
            onChange={(includesManual) => set({ includesManual })}
          />
        </>
      )
    case 'position_end':
      return (
        <Choice
          label="End"
          names={POSITION_END_NAMES}
          value={draft.positionEnd}
          onChange={(positionEnd) => set({ positionEnd })}
        />
      )
    default:
      return assertNever(field, 'field of an alert')
  }
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly names: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <Select value={value} onChange={onChange}>
        {(Object.keys(names) as Value[]).map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </Select>
    </label>
  )
}
