/** Conversions between USDH and shares, and between shares: only those that the market allows, with a one-line description each. */

import { type ReactNode, useMemo, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { outcomeBalance } from '../../../contract/collateral.ts'
import { compare, type Decimal, parseTyped, type Size, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { CONVERSIONS, type Conversion, type ConversionKind, type OutcomeMarket } from '../../../contract/outcome.ts'
import { atPlaces, grouped, momentText, moneyUnit } from '../../format/index.ts'
import { useServerClock } from '../../market-data/index.ts'
import {
  CONVERSION_NAMES,
  type OfferedConversion,
  offeredConversions,
  outcomePermission,
  sizeIssue,
} from '../../markets/outcome/index.ts'
import { FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { type Assets, ReadStates, useAccount, useAssets, useRead, useSession } from '../../queries/index.ts'
import { useEntriesOff, useSubmission, useSubmittedAction } from '../../trade-forms/index.ts'
import {
  Banner,
  Button,
  Checkbox,
  Clip,
  classNames,
  DecimalField,
  Figure,
  OffState,
  Segmented,
  Table,
  type TableSpec,
} from '../../ui/index.ts'
import { useHold, usePanelOption, useRequestedForm, useTableState } from '../../workspace/index.ts'
import { decimalColumn, textColumn, timeColumn } from '../columns.tsx'
import styles from './outcomes.module.css'

/** The trader's conversions, newest first, as the service reports them. */
export function ConversionHistory(): ReactNode {
  const feature = useSession()?.features.outcomeConversion
  const read = useRead('readConversions', {}, { wanted: feature?.on === true })
  if (feature?.on === false) return <Banner tone="warning">{feature.reason}</Banner>
  return (
    <div className={styles.pane}>
      <ReadStates
        read={read}
        what="Conversions"
        skeletonRows={3}
        isEmpty={(list) => list.length === 0}
        empty="No conversions yet."
      >
        {(list) => <Conversions list={list} />}
      </ReadStates>
    </div>
  )
}

function aboutOf({ outcomeId, questionId }: Conversion, assets: Assets): string {
  if (outcomeId !== null) return assets.outcome(outcomeId)
  return questionId === null ? '—' : assets.question(questionId)
}

interface ConversionLine {
  readonly one: Conversion
  readonly about: string
}

function Conversions({ list }: { readonly list: readonly Conversion[] }): ReactNode {
  const assets = useAssets()
  const table = useTableState('conversions')
  const rows = useMemo(() => list.map((one) => ({ one, about: aboutOf(one, assets) })), [list, assets])
  return <Table label="Conversions" spec={HISTORY} rows={rows} {...table} />
}

const kindText = ({ one }: ConversionLine): string => (one.kind === null ? one.kindText : CONVERSION_NAMES[one.kind])

const HISTORY: TableSpec<ConversionLine> = {
  columns: [
    timeColumn('time', 'Time', 80, ({ one }) => one.time, {
      text: ({ one }) => momentText(one.time),
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{momentText(row.one.time)}</span>,
    }),
    textColumn('kind', 'Conversion', 80, kindText, { fit: 'content', stays: true }),
    textColumn('market', 'Market', 86, ({ about }) => about, {
      fit: 'clip',
      share: 0.4,
      stays: true,
      Cell: ({ row: { about } }) => <Clip title={about}>{about}</Clip>,
    }),
    decimalColumn('amount', 'Amount', 60, ({ one }) => one.amount, {
      text: ({ one }) => atPlaces(one.amount, 2),
      fit: 'content',
      stays: true,
      Cell: ({ row }) => <Figure value={row.one.amount} places={2} />,
    }),
  ],
  idOf: ({ one }) => String(one.id),
  nameOf: kindText,
  givesWay: ['time'],
}

const STEP = '1' as Decimal

const conversionFrom = (kept: unknown): ConversionKind => CONVERSIONS.find((one) => one === kept) ?? 'split'

export function Convert({
  market,
  siblings,
}: {
  market: OutcomeMarket
  siblings: readonly OutcomeMarket[]
}): ReactNode {
  const session = useSession()
  const account = useAccount().data
  const [kind, setKind] = usePanelOption<ConversionKind>('conversion', conversionFrom)
  const now = useServerClock(1000)
  const entriesOff = useEntriesOff()
  const sender = useSubmission()
  const feature = session?.features.outcomeConversion
  if (feature?.on === false) return <Banner tone="warning">{feature.reason}</Banner>
  const offered = offeredConversions(market, siblings, {
    positions: account?.positions ?? null,
    collateral: account === undefined ? null : outcomeBalance(account.money, moneyUnit('outcome')),
  })
  const chosen = offered.find((one) => one.kind === kind) ?? offered[0]
  const permission = outcomePermission({ session: session ?? null, market, now, entriesOff })
  if (chosen === undefined) {
    return (
      <div className={styles.nothing}>
        <OffState title="Conversions closed" reason={permission.orders === 'any' ? '' : permission.reason} />
      </div>
    )
  }
  return (
    <div className={classNames(styles.pane, styles.inset)}>
      <UnverifiedPrompts only="convert" />
      <div className={styles.kinds}>
        <Segmented
          label="Conversion"
          options={offered.map(({ kind: value, name }) => ({ value, label: name }))}
          value={chosen.kind}
          onChange={setKind}
        />
      </div>
      {chosen.kind !== kind && <Banner tone="info">{CONVERSION_NAMES[kind]} cannot be done in this market.</Banner>}
      <p className={styles.note}>{chosen.text}</p>
      {permission.orders !== 'any' && <Banner tone="warning">{permission.reason}</Banner>}
      <Amount
        // Typed text for one market must not carry over to another.
        key={`${market.outcomeId} ${chosen.kind}`}
        market={market}
        chosen={chosen}
        sender={sender}
        disabled={permission.orders !== 'any'}
      />
    </div>
  )
}

interface AmountProps {
  readonly market: OutcomeMarket
  readonly chosen: OfferedConversion
  readonly sender: ReturnType<typeof useSubmission>
  readonly disabled: boolean
}

function Amount({ market, chosen, sender, disabled }: AmountProps): ReactNode {
  const action = useSubmittedAction(sender.submission)
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const { kind, name, unit, most, allowsAll, questionId } = chosen
  const form = useRequestedForm<HTMLFormElement>(kind)
  const busy = sender.submission.state === 'sending' || (action !== undefined && !isFinal(action.state))
  const issue = all ? null : amountIssue(text, market.sizeDecimals, most, unit)
  const shownMost = most === null ? null : trimZeros(toPlaces(most, market.sizeDecimals ?? 2, 'down'))
  useHold(text.trim() === '' && !all ? null : 'an amount is typed in it')
  const send = (clicks: number): void => {
    setAttempted(true)
    if (issue !== null) return
    const amount = all ? null : (parseTyped(text) as Size)
    sender.press({ kind: 'convert', conversion: kind, outcomeId: market.outcomeId, questionId, amount }, clicks)
  }
  return (
    <form ref={form} className={styles.small} aria-label={name} onSubmit={(event) => event.preventDefault()}>
      <DecimalField
        label="Amount"
        value={all ? '' : text}
        placeholder={all ? 'max' : undefined}
        disabled={all}
        onChange={(next) => {
          setAttempted(false)
          setText(next)
        }}
        step={STEP}
        suffix={unit}
        error={all || (!attempted && text.trim() === '') ? null : issue}
        hint={
          shownMost !== null && (
            <button type="button" className={styles.link} disabled={all} onClick={() => setText(shownMost)}>
              max {grouped(shownMost)}
            </button>
          )
        }
      />
      {allowsAll && <Checkbox label="Max" checked={all} onChange={setAll} />}
      <Button
        variant="primary"
        disabled={disabled || busy}
        aria-busy={busy}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
        onClick={(event) => send(event.detail)}
      >
        {busy ? 'Converting…' : buttonText(name, all, issue === null ? text : null, unit)}
      </Button>
      <div className={styles.beside}>
        <FollowLine sender={sender} />
      </div>
    </form>
  )
}

/** `Split 5 USDH`, `Merge all`, or the bare name while there is no amount. */
function buttonText(name: string, all: boolean, text: string | null, unit: OfferedConversion['unit']): string {
  if (all) return `${name}: all`
  const amount = text === null ? null : parseTyped(text)
  return amount === null ? name : `${name} ${trimZeros(amount)} ${unit}`
}

function amountIssue(
  text: string,
  sizeDecimals: number | null,
  most: Decimal | null,
  unit: OfferedConversion['unit'],
): string | null {
  if (text.trim() === '') return COMMON.amountMissing
  const issue = sizeIssue(text, sizeDecimals, 'Amount')
  if (issue !== null) return issue
  const amount = parseTyped(text)
  return amount !== null && most !== null && compare(amount, most) > 0
    ? `Only ${grouped(toPlaces(most, 2, 'down'))} ${unit} to convert.`
    : null
}
