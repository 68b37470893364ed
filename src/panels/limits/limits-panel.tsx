/** The panel "Limits". */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Decimal, Money, Size } from '../../../contract/decimal.ts'
import {
  ARM_WORDS,
  type ArmRule,
  LIMIT_FIELDS,
  type LimitField,
  limitIssue,
  loosened,
  type TradingLimits,
} from '../../../contract/limits.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useSettings } from '../../queries/index.ts'
import { Banner, Button, DecimalField, Panel, Segmented, Skeleton } from '../../ui/index.ts'
import { useAskedForm } from '../../workspace/index.ts'
import styles from './limits.module.css'
import { MachineNow } from './machine-now.tsx'
import { MESSAGES } from './messages.ts'
import { PendingLimits } from './pending-limits.tsx'
import { WorstCaseNow } from './worst-case-now.tsx'

const FIELDS = Object.keys(LIMIT_FIELDS) as LimitField[]
const ARM_OPTIONS = [
  { value: 'live', label: 'Not on practice' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
] as const

type Texts = { readonly [Field in LimitField]: string } & { readonly arm: ArmRule }

const textsOf = (limits: TradingLimits): Texts => ({
  orderValue: limits.orderValue,
  orderSize: limits.orderSize,
  position: limits.position,
  priceBandDegrees: limits.priceBandDegrees,
  priceBandCents: limits.priceBandCents,
  collarDegrees: limits.collarDegrees,
  collarCents: limits.collarCents,
  depthShare: limits.depthShare === null ? '' : String(limits.depthShare),
  ordersPerMinute: String(limits.ordersPerMinute),
  heldOrdersPerMinute: String(limits.heldOrdersPerMinute),
  throttleFills: String(limits.throttleFills),
  throttleSeconds: String(limits.throttleSeconds),
  dayLoss: limits.dayLoss ?? '',
  worstCase: limits.worstCase ?? '',
  armMinutes: String(limits.armMinutes),
  hotMinutes: String(limits.hotMinutes),
  arm: limits.arm,
})

/** The limits as they would be; only of texts without an issue. */
const limitsOf = (texts: Texts): TradingLimits => ({
  orderValue: texts.orderValue as Money,
  orderSize: texts.orderSize as Size,
  position: texts.position as Size,
  priceBandDegrees: texts.priceBandDegrees as Decimal,
  priceBandCents: texts.priceBandCents as Decimal,
  collarDegrees: texts.collarDegrees as Decimal,
  collarCents: texts.collarCents as Decimal,
  depthShare: texts.depthShare === '' ? null : Number(texts.depthShare),
  ordersPerMinute: Number(texts.ordersPerMinute),
  heldOrdersPerMinute: Number(texts.heldOrdersPerMinute),
  throttleFills: Number(texts.throttleFills),
  throttleSeconds: Number(texts.throttleSeconds),
  dayLoss: texts.dayLoss === '' ? null : (texts.dayLoss as Money),
  worstCase: texts.worstCase === '' ? null : (texts.worstCase as Money),
  arm: texts.arm,
  armMinutes: Number(texts.armMinutes),
  hotMinutes: Number(texts.hotMinutes),
})

const HOLDS = 'Saved. They hold from the next order on.'

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
  /** What was typed and not saved; null shows what holds. */
  const [typed, setTyped] = useState<Texts | null>(null)
  const [state, setState] = useState<{ readonly words: string; readonly failed: boolean } | null>(null)
  const form = useAskedForm<HTMLFormElement>('limits')
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
        const words =
          looser.length === 0 ? HOLDS : `${HOLDS} What loosens holds in 60 s, and can be taken back until then.`
        setState({ words, failed: false })
      },
      (error: unknown) => setState({ words: wordsOf(error), failed: true }),
    )
  }
  return (
    <div className={styles.view}>
      <PendingLimits onFailed={(error) => setState({ words: wordsOf(error), failed: true })} />
      <form ref={form} className={styles.form} onSubmit={save}>
        <WorstCaseNow />
        <p className={styles.intro}>
          Held by the terminal itself, for every deployment and whatever a window asks for. Each service has its own.
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
            Windows must be armed by hand
          </span>
          <Segmented
            label={MESSAGES.armedByHand}
            options={ARM_OPTIONS}
            value={texts.arm}
            onChange={(arm) => change({ arm })}
          />
          <p className={styles.intro}>
            A window that must be armed and is not sends only cancels and reducing orders. Now: {ARM_WORDS[limits.arm]}.
          </p>
        </div>
        <MachineNow />
        {looser.length > 0 && (
          <div className={styles.wide}>
            <Banner tone="warning" title={MESSAGES.loosens}>
              {looser.join('; ')}. You are asked in a box of the terminal, and it holds 60 s after your yes.
            </Banner>
          </div>
        )}
        {state !== null && (
          <div className={styles.wide}>
            <Banner tone={state.failed ? 'error' : 'info'}>{state.words}</Banner>
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
            Undo
          </Button>
        </div>
      </form>
    </div>
  )
}

const trimmed = (texts: Texts): Texts =>
  ({ ...texts, ...Object.fromEntries(FIELDS.map((field) => [field, texts[field].trim()])) }) as Texts
