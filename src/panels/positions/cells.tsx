/** The cells of a position. */

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { absolute, compare, type Decimal, type Price, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES, shownAverage } from '../../../contract/family-rules.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { type ExitsLine, exitsDetail, exitsLine, moneyAt } from '../../exit-plan/index.ts'
import {
  atPlaces,
  grouped,
  moneyUnit,
  NONE,
  priceBeside,
  signed,
  temperatureText,
  timeText,
  useFormat,
  zoneText,
} from '../../format/index.ts'
import { exitLabel, useExitValue } from '../../positions/index.ts'
import { useCloseFees } from '../../queries/index.ts'
import { useHeldTargets } from '../../trade-forms/index.ts'
import { Approximate, Below, Button, Clip, classNames, DetailRow, Figure, GivesWay, useGone } from '../../ui/index.ts'
import { OpenDetail, OpenProvider, useMoneyOf, useOpenPosition } from './open-position.tsx'
import { entryOf, externalText, ofUp, priceOf, sideOf } from './position-figures.ts'
import type { EndedLine, OpenLine, PositionLine } from './position-lines.ts'
import styles from './positions.module.css'

interface Ended {
  readonly text: string
  readonly title: string
  readonly dismiss: () => void
}

const EndedContext = createContext<Ended | null>(null)

function EndedProvider({ line: { ending }, children }: { line: EndedLine; children: ReactNode }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const { id, text: message, at } = ending
  const dismiss = (): void => {
    call('dismissClosedPosition', { id }).catch((error: unknown) => setIssue(errorText(error)))
  }
  return (
    <EndedContext
      value={{
        text: issue ?? message,
        title: `${message}; ${timeText(at)} ${zoneText(at)}, by the venue's clock`,
        dismiss,
      }}
    >
      {children}
    </EndedContext>
  )
}

const EndText = (): ReactNode => {
  const ended = useContext(EndedContext)
  return (
    <span className={styles.told} title={ended?.title}>
      {ended?.text}
    </span>
  )
}

/** Spans the columns after market, side and size. */
export function EndedText({ row: { spec, ...row } }: { row: PositionLine }): ReactNode {
  const ended = useContext(EndedContext)
  const isBelow = useGone('buttons')
  const name = row.kind === 'ended' && spec.market === spec.asset ? row.ending.name : spec.market
  return (
    <div className={styles.end}>
      {!isBelow && <EndText />}
      <Button size="small" aria-label={`Dismiss ${name}`} onClick={() => ended?.dismiss()}>
        Dismiss
      </Button>
    </div>
  )
}

/** Below the row, where it has no space for the text. */
const EndedDetail = (): ReactNode => (
  <Below column="buttons">
    <DetailRow>
      <EndText />
    </DetailRow>
  </Below>
)

export const exitsText = ({ text: message, warning }: ExitsLine): string =>
  [message, warning].filter((one) => one !== null && one !== '').join(' · ')

export const exitsOf = ({ held, position, spec }: OpenLine): ExitsLine =>
  exitsLine(held, { ...exitsAbout(position), tick: spec.tickSize })

/** The inputs of the exit form. */
export const exitsAbout = ({ asset, family, size }: Position) => ({
  ...{ asset, family },
  side: signOf(size) < 0 ? ('short' as const) : ('long' as const),
  size: absolute(size),
})

export const RowProvider = ({ row, children }: { row: PositionLine; children: ReactNode }): ReactNode =>
  row.kind === 'open' ? (
    <OpenProvider line={row}>{children}</OpenProvider>
  ) : (
    <EndedProvider line={row}>{children}</EndedProvider>
  )

export const RowDetail = ({ row }: { row: PositionLine }): ReactNode =>
  row.kind === 'open' ? (
    <>
      <ExitsBelow row={row} />
      <OpenDetail />
    </>
  ) : (
    <EndedDetail />
  )

/** What protects a position is never out of view. */
function ExitsBelow({ row }: { readonly row: OpenLine }): ReactNode {
  if (exitsOf(row).text === '') return null
  return (
    <Below column="exits">
      <DetailRow>
        <Exits row={row} />
      </DetailRow>
    </Below>
  )
}

interface CellProps {
  readonly row: PositionLine
}

export function Market({ row }: CellProps): ReactNode {
  const { spec } = row
  const name = row.kind === 'ended' && spec.market === row.ending.asset ? row.ending.name : spec.market
  const leverage = row.kind === 'open' && FAMILY_RULES[row.position.family].isMargined ? row.position.leverage : null
  const beside = leverage !== null && <span className={styles.faint}> {leverage}×</span>
  // Where both do not fit, the last letters of a ticker are needed more than the leverage.
  const isTicker = !name.includes(' ')
  return (
    <>
      <Clip title={leverage === null ? name : `${name}, ${leverage}×`}>
        {name}
        {isTicker && beside}
      </Clip>
      {!isTicker && beside}
    </>
  )
}

export function Side({ row }: CellProps): ReactNode {
  if (row.kind === 'ended') return sideOf(row.ending, row.spec)
  const { position, spec, external } = row
  const { family, size } = position
  return (
    <span className={FAMILY_RULES[family].sides === null ? styles.shares : signOf(size) > 0 ? styles.up : styles.down}>
      {sideOf(position, spec)}
      <HeldTarget position={position} />
      <Unprotected row={row} />
      {row.inSets !== null && (
        <span className={styles.external} title={inSetsText()}>
          {grouped(trimZeros(row.inSets))} hedged
        </span>
      )}
      {external !== null && (
        <span
          className={styles.external}
          title="Opened by another client. Counts toward every limit; see Activity for the trades."
        >
          {externalText(external, size)}
        </span>
      )}
    </span>
  )
}

const inSetsText = (): string =>
  `Together with your other shares they pay 1 ${moneyUnit('outcome')} each either way; see below the table.`

export function Size({ row }: CellProps): ReactNode {
  const open = useOpenPosition()
  if (row.kind === 'ended') return grouped(trimZeros(absolute(row.ending.size)))
  if (open === null) return null
  return <Approximate of={row.position}>{atPlaces(absolute(row.position.size), open.figures.sizePlaces)}</Approximate>
}

export function Entry(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { line, figures } = open
  const { position } = line
  return (
    <span
      title={
        priceBeside(position.family, figures.entryPx) ?? ofUp(position, shownAverage(position.family, position.entryPx))
      }
    >
      {entryOf(position, figures.entryPx, figures.places)}
    </span>
  )
}

export function Mark(): ReactNode {
  const open = useOpenPosition()
  const { pricesIn } = useFormat()
  if (open === null) return null
  const { line, mark, figures } = open
  return (
    <span title={priceBeside(line.position.family, mark) ?? ofUp(line.position, mark)}>
      {FAMILY_RULES[line.position.family].isMark && pricesIn === 'temperature' ? (
        priceOf(line.position, figures.markPx, figures.places)
      ) : (
        <Figure value={figures.markPx} places={figures.places} tint />
      )}
    </span>
  )
}

/** Currency of its amounts, where space allows. */
function useUnit(): string | undefined {
  const open = useOpenPosition()
  return useGone('units') ? undefined : open?.line.unit
}

export function Value(): ReactNode {
  const open = useOpenPosition()
  return <Figure value={open?.figures.value} places="money" unit={useUnit()} />
}

export function Liquidation(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { position } = open.line
  const { liquidationPx, exactLiquidation, places } = open.figures
  if (liquidationPx === null) return <span className={styles.faint}>{NONE}</span>
  const beside = priceBeside(position.family, liquidationPx)
  return (
    <span title={exactLiquidation === liquidationPx ? undefined : (exactLiquidation ?? undefined)}>
      {priceOf(position, liquidationPx, places)}
      {beside !== undefined && (
        <GivesWay part="degrees">
          <span className={styles.faint}> {beside}</span>
        </GivesWay>
      )}
    </span>
  )
}

export function Unrealized(): ReactNode {
  const open = useOpenPosition()
  const unit = useUnit()
  if (open === null) return null
  const { profit, percent } = open.figures
  const { inSets, position } = open.line
  if (inSets !== null && compare(inSets, position.size) === 0)
    return (
      <span className={styles.faint} title={inSetsText()}>
        hedged
      </span>
    )
  return (
    <>
      <Figure value={profit} places="money" sign="gain" unit={unit} />{' '}
      <GivesWay part="percent">
        <span className={classNames(styles.faint, styles.percent)}>
          {percent !== null && `${signed(toPlaces(percent, 2))} %`}
        </span>
      </GivesWay>
    </>
  )
}

/** The position's result: at the mark of a settlement now, or, for what pays 1 or 0, either way. */
export function Settled(): ReactNode {
  const open = useOpenPosition()
  const unit = useUnit()
  if (open === null) return null
  const { end } = open.figures
  switch (end.by) {
    case 'mark': {
      const { result, realised } = end
      if (result === null)
        return (
          <span className={styles.faint} title={NO_ESTIMATE}>
            {NONE}
          </span>
        )
      return (
        <span title={realised === null ? undefined : `Includes ${signed(realised)} realized`}>
          <Figure value={result} sign="gain" unit={unit} />
          {realised !== null && <span className={styles.faint}> incl. {signed(realised)}</span>}
        </span>
      )
    }
    case 'side':
      return (
        <>
          <Figure value={end.won} sign="gain" /> <span className={styles.faint}>or</span>{' '}
          <Figure value={end.lost} sign="gain" unit={unit} />
        </>
      )
    case 'payout':
      return (
        <>
          <span className={styles.faint}>pays</span> {grouped(end.pays)}{' '}
          <span className={styles.faint}>or 0{unit !== undefined && ` ${unit}`}</span>
        </>
      )
  }
}

const NO_ESTIMATE = 'Starts with the final window. Until then see Unrealized.'

/** The result of closing all of it now. */
export function Exit(): ReactNode {
  const open = useOpenPosition()
  const unit = useUnit()
  return open === null ? null : <ExitOf line={open.line} mark={open.mark} unit={unit} />
}

function ExitOf({
  line,
  mark,
  unit,
}: {
  readonly line: OpenLine
  readonly mark: Price | null
  readonly unit: string | undefined
}): ReactNode {
  const terms = useMoneyOf(line)
  const exit = useExitValue(line.position, mark, terms.takerBps)
  if (exit === null)
    return (
      <span className={styles.faint} title={NOBODY}>
        {NONE}
      </span>
    )
  return (
    <span title={exitLabel(exit, terms.unit)}>
      <Figure value={exit.net} places="money" sign="gain" unit={unit} />
      {signOf(exit.rest) > 0 && <span className={styles.faint}> for {grouped(trimZeros(exit.closed))}</span>}
    </span>
  )
}

const NOBODY = 'No orders in the book to close against.'

/** The part not covered by a stop: below the side, which is never hidden or truncated. */
function Unprotected({ row }: { readonly row: OpenLine }): ReactNode {
  const { warning } = exitsOf(row)
  if (warning === null) return null
  return <span className={classNames(styles.external, styles.unprotected)}>{warning}</span>
}

/** Every exit with its price. */
export function Exits({ row }: CellProps): ReactNode {
  const takerBps = useCloseFeeOf(row)
  if (row.kind === 'ended') return null
  const detail = exitsDetail(row.held, { ...exitsAbout(row.position), entry: row.position.entryPx, takerBps })
  return (
    <Clip title={detail}>
      <span className={styles.faint}>{exitsOf(row).text}</span>
    </Clip>
  )
}

/** The fee of closing the row's position; null where it is unknown. */
function useCloseFeeOf(row: PositionLine): Decimal | null {
  const feeOf = useCloseFees()
  return row.kind === 'ended' ? null : feeOf(row.position.family)
}

/** The total result of all stops, or all targets, of the position. */
export function AtExit({ row, kind }: CellProps & { readonly kind: 'stop' | 'take_profit' }): ReactNode {
  const unit = useUnit()
  const takerBps = useCloseFeeOf(row)
  if (row.kind === 'ended') return null
  const money = moneyAt(kind, row.held, { ...exitsAbout(row.position), entry: row.position.entryPx, takerBps })
  const text = [unit, takerBps === null ? 'before fees' : undefined].filter((text) => text !== undefined).join(' ')
  return <Figure value={money} places="money" sign="gain" unit={money === null || text === '' ? undefined : text} />
}

export const Buttons = (): ReactNode => <span className={styles.buttons}>{useOpenPosition()?.buttons}</span>

/** The predicted temperature behind a position, beside its side. */
function HeldTarget({ position }: { position: Position }): ReactNode {
  const targets = useHeldTargets(position)
  if (targets.length === 0) return null
  const text = targets.map(temperatureText).join(', ')
  return (
    <span className={styles.external} title={`Predicted: ${text}. Not an exit; use a target to close there.`}>
      to {text}
    </span>
  )
}
