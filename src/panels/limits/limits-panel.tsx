/** The panel "Limits": the trader's limits that main enforces, to view and change. */

import { type FormEvent, type ReactNode, useState } from 'react'
import type { DesktopView } from '../../../contract/desktop.ts'
import {
  ARM_LABELS,
  type ArmRule,
  LIMIT_FIELDS,
  type LimitField,
  limitIssue,
  loosened,
  type PendingLimit,
  type TradingLimits,
} from '../../../contract/limits.ts'
import { listed } from '../../../contract/plural.ts'
import type { WorstCaseView } from '../../../contract/worst-case.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { NONE as DASH, maxLossText } from '../../format/index.ts'
import { useTick, useTopic } from '../../market-data/index.ts'
import { useAssets, useSettings } from '../../queries/index.ts'
import { Banner, Button, DecimalField, Panel, Segmented, Skeleton } from '../../ui/index.ts'
import { useRequestedForm } from '../../workspace/index.ts'
import styles from './limits.module.css'
import { MESSAGES } from './messages.ts'

/** The effect of this machine's screen lock and sleep on armed and automated orders. */
function MachineNow(): ReactNode {
  const desktop = useTopic({ kind: 'desktop' })
  if (desktop === undefined) return null
  return (
    <div className={styles.wide}>
      <span className={styles.label}>This computer</span>
      <p className={styles.note}>{lockText(desktop)}</p>
      <p className={styles.note}>{sleepText(desktop)}</p>
    </div>
  )
}

/** The effect of a screen lock. */
export const lockText = ({ screenLock }: Pick<DesktopView, 'screenLock'>): string =>
  screenLock.on ? 'Locking the screen disarms every window.' : screenLock.reason

/** Whether the machine is kept awake, and what ends that. */
export const sleepText = ({ isKeptAwake }: Pick<DesktopView, 'isKeptAwake'>): string =>
  isKeptAwake
    ? 'Kept awake while stops, exits, scales, slices or alerts are active. A closed lid or empty battery still stops them.'
    : 'May sleep now. Kept awake while stops, exits, scales, slices or alerts are active.'

const NONE: readonly PendingLimit[] = []

/** Seconds until it takes effect, rounded up; `now` may lag by a second. Pure. */
export const secondsLeft = (until: number, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((until - now) / 1000)))

interface PendingLimitsProps {
  /** Reports why one could not be withdrawn. */
  readonly onFailed: (error: unknown) => void
}

/** Limits that are about to be loosened: the change, the remaining time of the current value, and the button that withdraws it. */
function PendingLimits({ onFailed }: PendingLimitsProps): ReactNode {
  const call = useCall()
  const pending = useTopic({ kind: 'pending_limits' }) ?? NONE
  const now = useTick(pending.length === 0 ? null : 1000)
  if (pending.length === 0) return null
  return (
    <section className={styles.pending} aria-label={MESSAGES.pending}>
      {pending.map(({ field, text: message, until }) => (
        <Banner
          key={field}
          tone="warning"
          action={
            <Button
              size="small"
              aria-label={MESSAGES.takeBackOf(message)}
              onClick={() => void call('withdrawLimit', { field }).catch(onFailed)}
            >
              {MESSAGES.takeBack}
            </Button>
          }
        >
          {message}. In effect in {secondsLeft(until, now)} s; dropped if Isotherm quits first.
        </Banner>
      ))}
    </section>
  )
}

/** Maximum number of named markets, those with the largest possible loss. */
const NAMED = 5

/** The markets as text, the largest first: `NYCTMP1 114.10, NYCBIN1 20.00 and 2 more`. */
export function partText(parts: NonNullable<WorstCaseView['now']>['parts'], nameOf: (asset: string) => string): string {
  const named = parts
    .slice(0, NAMED)
    .map(({ asset, loss }) => `${listed(asset.split(' ').map(nameOf))} ${maxLossText(loss)}`)
  const more = parts.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

/** The maximum further loss, by market, above the limits. */
function WorstCaseNow(): ReactNode {
  const view = useTopic({ kind: 'worst_case' })
  const assets = useAssets()
  if (view === undefined) return null
  const { now, why } = view
  return (
    <section className={styles.worst} aria-label={MESSAGES.worstCase}>
      <span className={styles.label}>{MESSAGES.worstCase}</span>
      <span className={styles.figure}>{now === null ? DASH : `${maxLossText(now.loss)} USDC`}</span>
      <p className={styles.intro}>
        {why ?? (now === null || now.parts.length === 0 ? MESSAGES.nothingHeld : partText(now.parts, assets.asset))}
      </p>
      <p className={styles.intro}>{MESSAGES.worstCaseIs}</p>
    </section>
  )
}

const FIELDS = Object.keys(LIMIT_FIELDS) as LimitField[]
const ARM_OPTIONS = (['live', 'always', 'never'] as const).map((value) => ({ value, label: ARM_LABELS[value] }))

type Texts = { readonly [Field in LimitField]: string } & { readonly arm: ArmRule }

/** One value per limit, by its field. */
const ofFields = <Value,>(of: (field: LimitField) => Value) =>
  Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as { readonly [Field in LimitField]: Value }

export const textsOf = (limits: TradingLimits): Texts => ({
  ...ofFields((field) => String(limits[field] ?? '')),
  arm: limits.arm,
})

/** The edited limits; only for texts without an issue. `whole` limits become numbers. */
export const limitsOf = (texts: Texts): TradingLimits =>
  ({
    ...ofFields((field) => {
      const text = texts[field]
      return text === '' ? null : LIMIT_FIELDS[field].whole ? Number(text) : text
    }),
    arm: texts.arm,
  }) as TradingLimits

const HOLDS = 'Saved. In effect from the next order.'

export function LimitsPanel(): ReactNode {
  const limits = useSettings()?.limits
  return (
    <Panel title="Limits">
      {limits === undefined ? <Skeleton rows={6} label="Loading limits" /> : <LimitsForm limits={limits} />}
    </Panel>
  )
}

function LimitsForm({ limits }: { limits: TradingLimits }): ReactNode {
  const call = useCall()
  /** Typed but unsaved texts; null shows the current values. */
  const [typed, setTyped] = useState<Texts | null>(null)
  const [state, setState] = useState<{ readonly text: string; readonly failed: boolean } | null>(null)
  const form = useRequestedForm<HTMLFormElement>('limits')
  const texts = typed ?? textsOf(limits)
  const issues = new Map(FIELDS.map((field) => [field, limitIssue(field, texts[field].trim())]))
  const wrong = FIELDS.some((field) => issues.get(field) !== null)
  const looser = typed === null || wrong ? [] : loosened(limits, limitsOf(trimmed(texts)))
  const change = (part: Partial<Texts>): void => {
    setTyped({ ...texts, ...part })
    setState(null)
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (typed === null || wrong) return
    call('saveLimits', trimmed(texts)).then(
      () => {
        setTyped(null)
        const message =
          looser.length === 0 ? HOLDS : `${HOLDS} Looser limits take effect in 60 s; you can undo them until then.`
        setState({ text: message, failed: false })
      },
      (error: unknown) => setState({ text: errorText(error), failed: true }),
    )
  }
  return (
    <div className={styles.view}>
      <PendingLimits onFailed={(error) => setState({ text: errorText(error), failed: true })} />
      <form ref={form} className={styles.form} onSubmit={save}>
        <WorstCaseNow />
        <p className={styles.intro}>
          Enforced by Isotherm for every deployment and window. Each venue also has its own limits.
        </p>
        {FIELDS.map((field) => (
          <div key={field} className={styles.limit}>
            <DecimalField
              label={LIMIT_FIELDS[field].name}
              value={texts[field]}
              onChange={(text) => change({ [field]: text })}
              suffix={LIMIT_FIELDS[field].unit}
              placeholder={LIMIT_FIELDS[field].optional ? 'none' : ''}
              error={issues.get(field) ?? null}
            />
            <p className={styles.note}>{LIMIT_FIELDS[field].explanation}</p>
          </div>
        ))}
        <div className={styles.arm}>
          <span className={styles.label} aria-hidden>
            {MESSAGES.armedByHand}
          </span>
          <Segmented
            label={MESSAGES.armedByHand}
            options={ARM_OPTIONS}
            value={texts.arm}
            onChange={(arm) => change({ arm })}
          />
          <p className={styles.intro}>
            An unarmed window sends only cancels and reducing orders. Now: {ARM_LABELS[limits.arm]}.
          </p>
        </div>
        <MachineNow />
        {looser.length > 0 && (
          <div className={styles.wide}>
            <Banner tone="warning" title={MESSAGES.loosens}>
              {looser.join('; ')}. You confirm in a system dialog, and it takes effect after 60 s.
            </Banner>
          </div>
        )}
        {state !== null && (
          <div className={styles.wide}>
            <Banner tone={state.failed ? 'error' : 'info'}>{state.text}</Banner>
          </div>
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={typed === null || wrong}>
            {MESSAGES.save}
          </Button>
          <Button
            disabled={typed === null}
            onClick={() => {
              setTyped(null)
              setState(null)
            }}
          >
            Discard changes
          </Button>
        </div>
      </form>
    </div>
  )
}

const trimmed = (texts: Texts): Texts => ({ ...texts, ...ofFields((field) => texts[field].trim()) })
