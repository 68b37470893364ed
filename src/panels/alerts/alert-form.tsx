/** Sets an alert, or changes one. */
import { type ReactNode, useState } from 'react'
import type { AlertKind, AlertsView, CrossingDirection } from '../../../contract/alert.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { marketName } from '../../queries/index.ts'
import { Button, Checkbox, DecimalField, Segmented } from '../../ui/index.ts'
import { type AlertDraft, isCrossing, isTimed, KIND_NAMES, PHASE_NAMES, ruleOf } from './alert-draft.ts'
import styles from './alerts.module.css'

const DIRECTIONS: readonly { readonly value: CrossingDirection; readonly label: string }[] = [
  { value: 'up', label: 'Rises to' },
  { value: 'down', label: 'Falls to' },
  { value: 'either', label: 'Either way' },
]
const PHASES: readonly (BucketPhase | 'any')[] = ['any', 'trading', 'final_window', 'settling', 'waiting']
const UNITS: Readonly<Partial<Record<AlertKind, string>>> = {
  temperature: '°F',
  price: 'mark',
  probability: '0 to 1',
  bucket_close: 'min before',
  token_expiry: 'min before',
}

interface AlertFormProps {
  readonly kinds: AlertsView['kinds']
  /** The alert that is being changed, null for a new one. */
  readonly id: string | null
  readonly draft: AlertDraft
  readonly onChange: (draft: AlertDraft) => void
  /** It was saved, or the change was given up. */
  readonly onDone: () => void
}

export function AlertForm({ kinds, id, draft, onChange, onDone }: AlertFormProps): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const feature = kinds[draft.kind]
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
      setIssue(wordsOf(error)),
    )
  }
  const valued = isCrossing(draft.kind) || isTimed(draft.kind)
  return (
    <form
      className={styles.form}
      aria-label={id === null ? 'New alert' : 'Change alert'}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label className={styles.field}>
        <span>When</span>
        <select
          className={styles.select}
          value={draft.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as AlertKind })}
        >
          {(Object.keys(KIND_NAMES) as AlertKind[]).map((kind) => (
            <option key={kind} value={kind} disabled={!kinds[kind].on}>
              {KIND_NAMES[kind]}
            </option>
          ))}
        </select>
      </label>
      {draft.kind === 'probability' && <Watched asset={draft.asset} onChange={(asset) => set({ asset })} />}
      {isCrossing(draft.kind) && (
        <Segmented
          label="Direction"
          options={DIRECTIONS}
          value={draft.direction}
          onChange={(direction) => set({ direction })}
        />
      )}
      {valued && (
        <div className={styles.value}>
          <DecimalField
            label="Value"
            value={draft.value}
            onChange={(value) => set({ value })}
            suffix={UNITS[draft.kind]}
            error={issue}
            onEnter={save}
          />
        </div>
      )}
      {draft.kind === 'phase' && (
        <label className={styles.field}>
          <span>Phase</span>
          <select
            className={styles.select}
            value={draft.phase}
            onChange={(event) => set({ phase: event.currentTarget.value as AlertDraft['phase'] })}
          >
            {PHASES.map((phase) => (
              <option key={phase} value={phase}>
                {phase === 'any' ? 'Any change' : PHASE_NAMES[phase]}
              </option>
            ))}
          </select>
        </label>
      )}
      <Checkbox label="Repeat" checked={draft.repeat} onChange={(repeat) => set({ repeat })} />
      <Button type="submit" variant="primary" disabled={!feature.on}>
        {id === null ? 'Add alert' : 'Save'}
      </Button>
      {id !== null && <Button onClick={onDone}>Keep as it was</Button>}
      {!valued && issue !== null && (
        <p className={styles.issue} role="alert">
          {issue}
        </p>
      )}
      {!feature.on && <p className={styles.issue}>{feature.reason}</p>}
    </form>
  )
}

/** The binary assets and the sides of the outcome markets that still trade; of a binary asset it is the price of UP. */
function Watched({ asset, onChange }: { asset: string; onChange: (asset: string) => void }): ReactNode {
  const binaries = useTopic({ kind: 'binary' })?.markets ?? []
  const outcomes = useTopic({ kind: 'outcomes' })?.markets.filter((one) => !one.expired && !one.settling) ?? []
  const known =
    asset === '' ||
    binaries.some((one) => one.asset === asset) ||
    outcomes.some(({ sides }) => sides.some(({ coin }) => coin === asset))
  return (
    <label className={styles.field}>
      <span>Of</span>
      <select
        className={`${styles.select} ${styles.watched}`}
        value={asset}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
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
      </select>
    </label>
  )
}
