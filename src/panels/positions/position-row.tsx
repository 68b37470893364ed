/** One position: what it is, what it is worth now, and Close. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { absolute, type Decimal, placesOf, type Size, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { ScalarMarket } from '../../../contract/market.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useFollowedAction, useSubmission } from '../../trade-forms/index.ts'
import { atPlaces, Button, Cell, classNames, Figure, grouped, NONE, signed } from '../../ui/index.ts'
import { useConditionalForm } from './conditional-form.tsx'
import { PartClose } from './part-close.tsx'
import styles from './positions.module.css'
import { returnPercent, settledAt, unrealised, valueAt } from './profit.ts'

export interface PositionRowProps {
  readonly position: Position
  /** The scalar market of the asset, undefined while unknown or for other families. */
  readonly market: ScalarMarket | undefined
  /** Tolerance of Close, per cent. */
  readonly slippage: Decimal
}

const COLUMNS = 10

export function PositionRow({ position, market, slippage }: PositionRowProps): ReactNode {
  const { asset, family, size, entryPx, leverage, liquidationPx } = position
  const scalar = family === 'scalar'
  const live = useTopicValue(scalar ? { kind: 'ticker', asset } : null, (ticker) => ticker.mark) ?? null
  const estimate = useTopicValue(scalar ? { kind: 'bucket' } : null, (bucket) =>
    bucket.current?.asset === asset ? (bucket.twapEstimate?.mark ?? null) : null,
  )
  const mark = live ?? position.markPx
  const places = market === undefined ? placesOf(entryPx) : placesOf(market.tickSize)
  const long = signOf(size) > 0
  const profit = mark === null ? position.unrealizedPnl : unrealised(position, mark)
  const percent = profit === null ? null : returnPercent(position, profit)
  const settleMark = estimate ?? mark
  const side = scalar ? (long ? 'Long' : 'Short') : long ? 'Yes' : 'No'
  const { failure, close, button } = useClose(position, slippage)
  const conditional = useConditionalForm({ position, market, slippage })
  const [partly, setPartly] = useState(false)
  return (
    <>
      <tr>
        <Cell>
          {asset} {leverage !== null && <span className={styles.faint}>{leverage}×</span>}
        </Cell>
        <Cell className={long ? styles.up : styles.down}>{side}</Cell>
        <Cell numeric>{atPlaces(absolute(size), market?.sizeDecimals ?? placesOf(size))}</Cell>
        <Cell numeric>{rounded(entryPx, places)}</Cell>
        <Cell numeric>
          <Figure value={mark} places={places} tint />
        </Cell>
        <Cell numeric className={styles.wide}>
          {mark === null ? NONE : grouped(toPlaces(valueAt(position, mark), 2))}
        </Cell>
        <Cell numeric>
          {liquidationPx === null ? (
            <span className={styles.faint}>{NONE}</span>
          ) : (
            <>
              {atPlaces(liquidationPx, places)}
              {scalar && (
                <span className={classNames(styles.faint, styles.wide)}> {fahrenheitOfMark(liquidationPx)}°</span>
              )}
            </>
          )}
        </Cell>
        <Cell numeric>
          <Figure value={profit === null ? null : toPlaces(profit, 2)} sign="gain" />{' '}
          {percent !== null && <span className={styles.faint}>{signed(toPlaces(percent, 2))} %</span>}
        </Cell>
        <Cell numeric>
          <Figure value={settleMark === null ? null : toPlaces(settledAt(position, settleMark), 2)} sign="gain" />
        </Cell>
        <Cell className={styles.close}>
          {scalar && (
            <Button
              size="small"
              variant="bare"
              aria-label={`Close part of ${asset}`}
              aria-expanded={partly}
              onClick={() => setPartly(!partly)}
            >
              Part
            </Button>
          )}
          {scalar && conditional.button}
          {button}
        </Cell>
      </tr>
      {partly && (
        <tr>
          <td colSpan={COLUMNS}>
            <PartClose position={position} sizeDecimals={market?.sizeDecimals ?? placesOf(size)} onClose={close} />
          </td>
        </tr>
      )}
      {conditional.form !== null && (
        <tr>
          <td colSpan={COLUMNS} className={styles.setting}>
            {conditional.form}
          </td>
        </tr>
      )}
      {failure !== null && (
        <tr>
          <td colSpan={COLUMNS} className={styles.failure} role="alert">
            {failure}
          </td>
        </tr>
      )}
    </>
  )
}

/** An average entry may carry more places than the market has: it is shown to one place more than the tick. */
function rounded(entry: Position['entryPx'], places: number): string {
  return placesOf(trimZeros(entry)) <= places
    ? atPlaces(trimZeros(entry), places)
    : grouped(toPlaces(entry, places + 1))
}

/** The button that closes the position at market, and why the last try came to nothing. */
function useClose(
  position: Position,
  slippage: Decimal,
): { failure: string | null; close: (size: Size | null, clicks: number) => void; button: ReactNode } {
  const { asset } = position
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const underWay =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const unsure = action?.state === 'unknown'
  const failed = action?.state === 'refused' || action?.state === 'rejected' || action?.state === 'expired'
  const failure =
    submission.state === 'failed'
      ? submission.message
      : failed
        ? (action.message ?? 'The close came to nothing.')
        : unsure
          ? 'No answer to the close yet; it is being checked with the service.'
          : null
  const close = (size: Size | null, clicks: number): void =>
    press({ kind: 'close', asset, size, slippagePct: slippage }, clicks)
  const button = (
    <Button
      size="small"
      aria-label={`Close ${asset}`}
      aria-busy={underWay}
      disabled={unsure || (underWay && submission.state !== 'sending')}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={(event) => close(null, event.detail)}
    >
      {underWay ? 'Closing…' : 'Close'}
    </Button>
  )
  return { failure, close, button }
}
