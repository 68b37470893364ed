/** Chooses the period of a panel, by name or from one date to another, and shows what its figures lack. */

import { type ReactNode, useId, useState } from 'react'
import type { KnownOfPeriod } from '../../contract/books-view.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { momentText } from '../format/index.ts'
import { Button, Dialog, Menu, TextField } from '../ui/index.ts'
import knownStyles from './known.module.css'
import styles from './period-choice.module.css'
import {
  type ChosenPeriod,
  type Dates,
  NAMED_SPANS,
  SPAN_NAMES,
  type Span,
  typedDate,
  wrongOrder,
} from './use-period.ts'

interface PeriodChoiceProps {
  readonly period: ChosenPeriod
  /** Prefix of its name; defaults to `Time`. */
  readonly label?: string
}

/** In the head of a panel. */
export function PeriodChoice({ period, label = 'Time' }: PeriodChoiceProps): ReactNode {
  const { span, choose, text: message } = period
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu
        label={`${label}: ${message}`}
        placement="bottom start"
        entries={[
          ...NAMED_SPANS.map((name) => ({
            id: name,
            label: SPAN_NAMES[name],
            selected: span === name,
            onAction: () => choose(name),
          })),
          {
            id: 'dates',
            label: 'From … to …',
            selected: typeof span !== 'string',
            onAction: () => setAsking(true),
          },
        ]}
      >
        <span className={styles.prose}>{message}</span> ▾
      </Menu>
      {isAsking && <DatesDialog period={period} onClose={() => setAsking(false)} />}
    </>
  )
}

interface DatesDialogProps {
  readonly period: ChosenPeriod
  readonly onClose: () => void
}

const datesTyped = (span: Span): Dates => (typeof span === 'string' ? { from: null, to: null } : span)

function DatesDialog({ period: { span, choose, zone }, onClose }: DatesDialogProps): ReactNode {
  const before = datesTyped(span)
  const [from, setFrom] = useState(before.from ?? '')
  const [to, setTo] = useState(before.to ?? '')
  /** The error is shown after the first attempt, and then while typing. */
  const [isTried, setTried] = useState(false)
  const hint = useId()
  const [first, last] = [typedDate(from), typedDate(to)]
  const dates = first.ok && last.ok ? { from: first.value, to: last.value } : null
  const order = dates === null ? null : wrongOrder(dates)
  const isNone = dates !== null && dates.from === null && dates.to === null
  const firstWrong = first.ok ? (isNone ? NO_DATE : null) : first.error
  const lastWrong = last.ok ? order : last.error
  const submit = (): void => {
    setTried(true)
    if (dates === null || firstWrong !== null || lastWrong !== null) return
    choose(dates)
    onClose()
  }
  return (
    <Dialog
      title="Date range"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Show
          </Button>
        </>
      }
    >
      <div className={styles.dates}>
        <TextField
          label="First day"
          value={from}
          onChange={setFrom}
          error={isTried ? firstWrong : null}
          placeholder="2026-11-01"
          autoFocus
        />
        <TextField
          label="Last day"
          value={to}
          onChange={setTo}
          error={isTried ? lastWrong : null}
          placeholder="2026-11-21"
        />
      </div>
      <p id={hint} className={styles.hint}>
        Days in {zone}, inclusive. Leave a field empty for no limit.
      </p>
    </Dialog>
  )
}

const NO_DATE = 'Enter at least one date, such as 2026-11-21.'

interface KnownProps {
  readonly view: KnownOfPeriod
  /** Additional sentences; null for none. */
  readonly also?: readonly (string | null)[]
}

/** What the figures of a period lack, shown above them. */
export function Known({ view: { since, reachesBack, isWhole }, also = [] }: KnownProps): ReactNode {
  const terms = [
    isWhole ? null : COMMON.fillsUpdating,
    reachesBack || since === null ? null : `Complete since ${momentText(since)}; earlier fills may be missing.`,
    since === null ? COMMON.historyUnread : null,
    ...also,
  ].filter((one) => one !== null)
  return terms.length === 0 ? null : (
    <p className={knownStyles.prose} role="status">
      {terms.join(' ')}
    </p>
  )
}
