/** One position: what it is, what it is worth now, and Close. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import {
  absolute,
  type Decimal,
  type Price,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { atPlaces, grouped, NONE, signed, temperatureOf } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import {
  binaryResults,
  entryText,
  heldPrice,
  liquidationAt,
  PartClose,
  returnPercent,
  settledAt,
  unrealised,
  useClose,
  valueAt,
} from '../../positions/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { Button, Cell, classNames, Figure, GivesWay, useGone } from '../../ui/index.ts'
import { useConditionalForm } from './conditional-form.tsx'
import { sideOf } from './position-side.ts'
import styles from './positions.module.css'

interface PositionRowProps {
  readonly position: Position
  readonly spec: AssetSpec
  /** How others changed it, signed; null where nobody did. */
  readonly foreign: Size | null
  /** Of its money, where the head of the table does not say it. */
  readonly unit: string | undefined
  /** Tolerance of Close, per cent. */
  readonly slippage: Decimal
}

const COLUMNS = 10

export function PositionRow({ position, spec, foreign, unit: ownUnit, slippage }: PositionRowProps): ReactNode {
  const { asset, family, size, leverage } = position
  const scalar = family === 'scalar'
  const live = useTopicValue({ kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  const estimate = useTopicValue(scalar ? { kind: 'bucket' } : null, (bucket) =>
    bucket.current?.asset === asset ? (bucket.twapEstimate?.mark ?? null) : null,
  )
  const mark = live ?? position.markPx
  const places = spec.tickSize === null ? placesOf(trimZeros(position.entryPx)) : placesOf(spec.tickSize)
  const long = signOf(size) > 0
  const profit = mark === null ? position.unrealizedPnl : unrealised(position, mark)
  const percent = profit === null ? null : returnPercent(position, profit)
  const settleMark = estimate ?? mark
  const held = (price: Price | null): Price | null => (price === null ? null : heldPrice(position, price))
  const [entryPx, exactLiquidation, shownMark] = [held(position.entryPx), held(position.liquidationPx), held(mark)]
  // What DOWN contracts are worth falls towards their liquidation as well.
  const falling = long || family === 'binary'
  const liquidationPx = exactLiquidation === null ? null : liquidationAt(exactLiquidation, places, falling)
  const sizePlaces = spec.sizeDecimals ?? placesOf(size)
  const { failure, close, button } = useClose(position, spec.name, slippage, mark)
  const conditional = useConditionalForm({ position, tickSize: spec.tickSize, slippage })
  const [partly, setPartly] = useState(false)
  const settling = useSettling(position)
  const buttonsBelow = useGone('buttons')
  const unit = useGone('units') ? undefined : ownUnit
  const buttons = settling ? (
    <span className={styles.faint} title="Nothing trades any more: what the shares pay is about to be settled.">
      Settling, no close
    </span>
  ) : (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={`Close part of ${spec.name}`}
        aria-expanded={partly}
        onClick={() => setPartly(!partly)}
      >
        Part
      </Button>
      {family !== 'outcome' && conditional.button}
      {button}
    </>
  )
  return (
    <>
      <tr>
        <Cell>
          <span className={styles.market} title={spec.market}>
            {spec.market}
          </span>{' '}
          {leverage !== null && family !== 'outcome' && <span className={styles.faint}>{leverage}×</span>}
        </Cell>
        <Cell className={family === 'outcome' ? styles.shares : long ? styles.up : styles.down}>
          {sideOf(position, spec)}
          {foreign !== null && (
            <span
              className={styles.foreign}
              title="By another client: not from this terminal. It counts in every limit; Activity has the trades."
            >
              {foreignText(foreign, size)}
            </span>
          )}
        </Cell>
        <Cell numeric>{atPlaces(absolute(size), sizePlaces)}</Cell>
        <Cell numeric column="entry" title={ofUp(position, position.entryPx)}>
          {entryPx === null ? NONE : entryText(entryPx, places)}
        </Cell>
        <Cell numeric column="mark" title={ofUp(position, mark)}>
          <Figure value={shownMark} places={places} tint />
        </Cell>
        <Cell numeric column="value">
          <Figure value={mark === null ? null : toPlaces(valueAt(position, mark), 2)} unit={unit} />
        </Cell>
        <Cell
          numeric
          column="liquidation"
          title={exactLiquidation === liquidationPx ? undefined : (exactLiquidation ?? undefined)}
        >
          {liquidationPx === null ? (
            <span className={styles.faint}>{NONE}</span>
          ) : (
            <>
              {grouped(liquidationPx)}
              {scalar && (
                <GivesWay column="degrees">
                  <span className={styles.faint}> {temperatureOf(liquidationPx)}</span>
                </GivesWay>
              )}
            </>
          )}
        </Cell>
        <Cell numeric>
          <Figure value={profit === null ? null : toPlaces(profit, 2)} sign="gain" unit={unit} />{' '}
          <GivesWay column="percent">
            <span className={classNames(styles.faint, styles.percent)}>
              {percent !== null && `${signed(toPlaces(percent, 2))} %`}
            </span>
          </GivesWay>
        </Cell>
        <Cell numeric column="settled">
          <Result position={position} settleMark={settleMark} unit={unit} />
        </Cell>
        <Cell column="buttons" className={styles.close}>
          {buttons}
        </Cell>
      </tr>
      {buttonsBelow && (
        <tr>
          <td colSpan={COLUMNS} className={styles.below}>
            <div className={styles.close}>{buttons}</div>
          </td>
        </tr>
      )}
      {partly && !settling && (
        <tr>
          <td colSpan={COLUMNS}>
            <PartClose position={position} name={spec.name} sizeDecimals={sizePlaces} onClose={close} />
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

/** How much of a position others made, or took from it. */
const foreignText = (foreign: Size, size: Size): string =>
  `${grouped(trimZeros(absolute(foreign)))} ${signOf(foreign) === signOf(size) ? 'not from here' : 'closed elsewhere'}`

/** Whether a share's market is in its settlement, or over: nothing trades in it. */
const useSettling = ({ family, asset }: Position): boolean =>
  useTopicValue(family === 'outcome' ? { kind: 'outcomes' } : null, ({ markets }) =>
    markets.some(({ sides, settling, expired }) => (settling || expired) && sides.some(({ coin }) => coin === asset)),
  ) === true

/** The price of UP behind a price of DOWN, for who wants it. */
const ofUp = ({ family, size }: Position, price: Price | null): string | undefined =>
  family === 'binary' && signOf(size) < 0 && price !== null ? `UP ${price}` : undefined

interface ResultProps {
  readonly position: Position
  readonly settleMark: Price | null
  readonly unit: string | undefined
}

/** What the position comes to: at the mark of a settlement now, or, of what pays 1 or 0, either way. */
function Result({ position, settleMark, unit }: ResultProps): ReactNode {
  switch (position.family) {
    case 'scalar':
      return (
        <Figure
          value={settleMark === null ? null : toPlaces(settledAt(position, settleMark), 2)}
          sign="gain"
          unit={unit}
        />
      )
    case 'binary': {
      const { won, lost } = binaryResults(position)
      return (
        <>
          <Figure value={toPlaces(won, 2)} sign="gain" /> <span className={styles.faint}>or</span>{' '}
          <Figure value={toPlaces(lost, 2)} sign="gain" unit={unit} />
        </>
      )
    }
    case 'outcome':
      return (
        <>
          <span className={styles.faint}>pays</span> {grouped(toPlaces(absolute(position.size), 2))}{' '}
          <span className={styles.faint}>or 0{unit !== undefined && ` ${unit}`}</span>
        </>
      )
  }
}
