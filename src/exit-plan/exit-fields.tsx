/** The fields of an exit plan, each with its result beside it, and its issue while typing. */
import type { ReactNode, RefObject } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../contract/conditional.ts'
import {
  add,
  type Decimal,
  type Money,
  type Price,
  percentOf,
  type Size,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { type ExitLevel, type ExitShare, type ExitTerms, MAX_TARGETS } from '../../contract/exit-plan.ts'
import { type ExitSide, levelPrice, netResultAt } from '../../contract/exit-rules.ts'
import {
  distanceToMarkText,
  FAMILY_RULES,
  isOtherSide,
  ownPrice,
  sideTitle,
  tradesShares,
} from '../../contract/family-rules.ts'
import { countedValue, smallSaleText } from '../../contract/minimum-value.ts'
import { moneyUnit, priceMeaning } from '../format/index.ts'
import { useCloseFees } from '../queries/index.ts'
import { Button, DecimalField, Segmented } from '../ui/index.ts'
import { resultText } from './exit-labels.ts'
import styles from './exit-plan.module.css'
import { type ExitKey, type ExitReading, type ExitTexts, type ReadExits, unitText, withTarget } from './exit-texts.ts'

// The results of exits in money, after the fee of their close where it is known, in the currency of their market.

interface Held {
  readonly asset: string
  readonly side: ExitSide
  readonly entry: Price
  /** Fee of a close, basis points; null where unknown. */
  readonly takerBps: Decimal | null
}

/** The total of all stops or all targets of a position, at their triggers; null where it has none with a price. */
export function moneyAt(
  kind: 'stop' | 'take_profit',
  conditionals: readonly ConditionalView[],
  { asset, side, entry, takerBps }: Held,
): Money | null {
  const results = conditionals.flatMap(({ kind: of, target, position, state, trigger, plan }) => {
    if (of !== kind || target.asset !== asset || position !== side || trigger === null) return []
    if (state === 'waiting' || isConditionalFinal(state)) return []
    return [netResultAt(side, entry, trigger, plan.size, takerBps)]
  })
  const [first, ...others] = results
  return first === undefined
    ? null
    : toPlaces(
        others.reduce<Money>((sum, one) => add(sum, one), first),
        2,
      )
}

/** For one exit of a plan, by the plan's entry price; null for a time exit, one waiting for its entry or one that is over. */
export function moneyOf({ position, state, trigger, plan }: ConditionalView, takerBps: Decimal | null): Money | null {
  if (isConditionalFinal(state) || trigger === null || plan.entryPx === null) return null
  return toPlaces(netResultAt(position, plan.entryPx, trigger, plan.size, takerBps), 2)
}

/** The size that an exit of a plan closes of a position. */
const sizeOfShare = (share: ExitShare, size: Size): Size =>
  share.of === 'contracts' ? share.size : percentOf(size, share.percent)

/**
 * Why the stop or a target of shares may be refused for its value once it triggers, or null: closes of other families are exempt.
 * @param minimum in the collateral; null where none is known
 */
export function smallExitText(
  { stop, targets }: ExitTerms,
  { entry, size, tick }: { readonly entry: Price; readonly size: Size; readonly tick: Price | null },
  minimum: Money | null,
): string | null {
  const at = { side: 'long', entry, tick } as const
  const exits = [
    ...(stop === null ? [] : [{ what: 'Stop', price: levelPrice('stop', stop, at), size }]),
    ...targets.map(({ level, share }, i) => ({
      what: targets.length === 1 ? 'Target' : `Target ${i + 1}`,
      price: levelPrice('target', level, at),
      size: sizeOfShare(share, size),
    })),
  ]
  for (const { what, ...sale } of exits) {
    const text = smallSaleText(what, countedValue('outcome', sale), minimum, moneyUnit('outcome'))
    if (text !== null) return text
  }
  return null
}

interface ExitFieldsProps {
  readonly texts: ExitTexts
  readonly onChange: (texts: ExitTexts) => void
  readonly reading: ExitReading
  readonly read: ReadExits
  /** The plan's entry price, for the result at each exit; null where unknown. */
  readonly entry: Price | null
  readonly size: Size | null
  /** Smallest value of a sale of shares, USDH; undefined where none is known. */
  readonly minimumValue?: Money | null
  readonly onEnter: () => void
  /** Refs of the inputs, where the surrounding form describes the effect of Enter. */
  readonly inputs?: { readonly stop: Input; readonly target: Input }
}

type Input = RefObject<HTMLInputElement | null>

const BREAK_EVENS = [
  { value: 'off', label: 'Off' },
  { value: 'first_target', label: 'After target 1' },
  { value: 'moved', label: 'After a move of' },
] as const
const TRAILS = [
  { value: 'at_once', label: 'At once' },
  { value: 'first_target', label: 'After target 1' },
  { value: 'moved', label: 'After a move of' },
] as const

export function ExitFields(props: ExitFieldsProps): ReactNode {
  const { texts, onChange, reading, read, entry, size, minimumValue = null, onEnter, inputs } = props
  const { family, levels, tick, side } = reading
  const takerBps = useCloseFees()(family)
  const change = (part: Partial<ExitTexts>): void => onChange({ ...texts, ...part })
  const error = (key: ExitKey): string | null => read.issues.get(key) ?? null
  const shared = (key: ExitKey) => ({ error: error(key), keepsRoom: true, onEnter })
  const unit = FAMILY_RULES[family].distanceUnit
  const suffix = levels === 'distance' ? distanceToMarkText(family) : unitText(family, reading.unit)
  /** The exit's result, and its price in the other unit. */
  const hintFor = (
    kind: 'stop' | 'target',
    level: ExitLevel | undefined | null,
    part: Size | null,
  ): string | undefined => {
    if (level == null || side === null || (level.by === 'distance' && entry === null)) return undefined
    const price =
      entry === null ? (level.by === 'price' ? level.price : null) : levelPrice(kind, level, { side, entry, tick })
    if (price === null) return undefined
    const other = otherReading(price, reading)
    const money =
      entry === null || part === null ? '' : resultText(netResultAt(side, entry, price, part, takerBps), takerBps)
    return [other, money].filter((one) => one !== '').join(' · ')
  }
  const partOf = (index: number): Size | null => {
    const share = read.terms.targets[index]?.share
    return share === undefined || size === null ? null : sizeOfShare(share, size)
  }
  const small =
    !tradesShares(family) || entry === null || size === null
      ? null
      : smallExitText(read.terms, { entry, size, tick }, minimumValue)
  return (
    <div className={styles.fields}>
      {small !== null && (
        <p className={styles.issue} role="status">
          {small}
        </p>
      )}
      <div className={styles.level}>
        <DecimalField
          ref={inputs?.stop}
          label="Stop"
          value={texts.stop}
          onChange={(stop) => change({ stop })}
          suffix={suffix}
          hint={hintFor('stop', read.terms.stop, size)}
          step={tick}
          {...shared('stop')}
        />
      </div>
      {texts.targets.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a target is known by its place
        <div key={index} className={styles.target}>
          <div className={styles.level}>
            <DecimalField
              ref={index === 0 ? inputs?.target : undefined}
              label={texts.targets.length === 1 ? 'Target' : `Target ${index + 1}`}
              value={one.level}
              onChange={(level) => change({ targets: texts.targets.with(index, { ...one, level }) })}
              suffix={suffix}
              hint={hintFor('target', targetLevel(texts, read, index), partOf(targetIndex(texts, index)))}
              step={tick}
              {...shared(`target/${index}`)}
            />
          </div>
          <div className={styles.share}>
            <DecimalField
              label={texts.targets.length === 1 ? 'Size' : `Size ${index + 1}`}
              value={one.share}
              onChange={(share) => change({ targets: texts.targets.with(index, { ...one, share }) })}
              suffix={reading.shares === 'position' ? '%' : undefined}
              {...shared(`share/${index}`)}
            />
          </div>
        </div>
      ))}
      <div className={styles.labelled}>
        <span className={styles.label}>Targets</span>
        <span className={styles.pair}>
          <Button
            size="small"
            disabled={texts.targets.length >= MAX_TARGETS}
            onClick={() => onChange(withTarget(texts))}
          >
            Add
          </Button>
          <Button
            size="small"
            disabled={texts.targets.length < 2}
            onClick={() => change({ targets: texts.targets.slice(0, -1) })}
          >
            Remove
          </Button>
        </span>
      </div>
      <Moving
        label="Break-even"
        options={BREAK_EVENS}
        value={texts.breakEven}
        onChange={(breakEven) => change({ breakEven })}
        by={texts.breakEven === 'moved' ? texts.breakEvenBy : null}
        onBy={(breakEvenBy) => change({ breakEvenBy })}
        {...{ unit, tick, error: error('breakEven'), onEnter }}
      />
      <div className={styles.share}>
        <DecimalField
          label="Trail by"
          value={texts.trail}
          onChange={(trail) => change({ trail })}
          suffix={unit}
          step={tick}
          {...shared('trail')}
        />
      </div>
      {texts.trail.trim() !== '' && (
        <Moving
          label="Trail start"
          options={TRAILS}
          value={texts.trailAfter}
          onChange={(trailAfter) => change({ trailAfter })}
          by={texts.trailAfter === 'moved' ? texts.trailBy : null}
          onBy={(trailBy) => change({ trailBy })}
          {...{ unit, tick, error: null, onEnter }}
        />
      )}
      <div className={styles.level}>
        <DecimalField
          label={`Close before ${FAMILY_RULES[family].lastMoment}`}
          value={texts.outBefore}
          onChange={(outBefore) => change({ outBefore })}
          suffix="s"
          {...shared('outBefore')}
        />
      </div>
      {reading.held !== null && (
        <div className={styles.share}>
          <DecimalField
            label="Size covered"
            value={texts.covers}
            onChange={(covers) => change({ covers })}
            placeholder={`all ${trimZeros(reading.held)}`}
            {...shared('covers')}
          />
        </div>
      )}
    </div>
  )
}

interface MovingProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The distance that is typed beside it; null where none is needed. */
  readonly by: string | null
  readonly onBy: (text: string) => void
  readonly unit: string
  readonly tick: Price | null
  readonly error: string | null
  readonly onEnter: () => void
}

/** When the stop starts to move by itself. */
function Moving<Value extends string>(props: MovingProps<Value>): ReactNode {
  const { label, options, value, onChange, by, onBy, unit, tick, error, onEnter } = props
  return (
    <>
      <div className={styles.labelled}>
        <span className={styles.label}>{label}</span>
        <Segmented label={label} options={options} value={value} onChange={onChange} />
        {by === null && error !== null && <p className={styles.issue}>{error}</p>}
      </div>
      {by !== null && (
        <div className={styles.share}>
          <DecimalField
            label={`${label}: move`}
            value={by}
            onChange={onBy}
            suffix={unit}
            step={tick}
            error={error}
            keepsRoom
            onEnter={onEnter}
          />
        </div>
      )}
    </>
  )
}

/** A price in the other unit than typed; empty where there is none. */
function otherReading(price: Price, { family, unit, side, levels }: ExitReading): string {
  const meaning = priceMeaning(family, price)
  if (meaning !== undefined) return levels === 'distance' || unit === 'mark' ? meaning : price
  return side !== null && isOtherSide(family, side) ? `${sideTitle(family, side)} ${ownPrice(family, side, price)}` : ''
}

/** The index in the terms' targets of a row of the form: rows without a price are skipped. */
const targetIndex = (texts: ExitTexts, row: number): number =>
  texts.targets.slice(0, row).filter(({ level }) => level.trim() !== '').length
const targetLevel = (texts: ExitTexts, read: ReadExits, row: number): ExitLevel | undefined =>
  texts.targets[row]?.level.trim() === '' ? undefined : read.terms.targets[targetIndex(texts, row)]?.level
