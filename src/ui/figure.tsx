/** Figures: decimal text in tabular digits, colored by sign where sign means gain or loss; alone, or as a list of names and values. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Rounded } from '../../contract/account.ts'
import { compare, type Decimal, padTo, signOf, trimZeros } from '../../contract/decimal.ts'
import { grouped, NONE, signed } from '../format/index.ts'
import { classNames } from './class-names.ts'
import styles from './figure.module.css'

interface FigureProps {
  /** Null shows `—`. */
  readonly value: Decimal | null | undefined
  /** Zeros are added up to these decimals; digits are never taken away. */
  readonly places?: number
  /** `gain`: a sign is written and green or red says which. */
  readonly sign?: 'plain' | 'gain'
  /** Tints for 300 ms when the value rises or falls. */
  readonly tint?: boolean
  /** After the figure: `USDC`, `°F`. */
  readonly unit?: string | undefined
  readonly className?: string
}

const TINT_MS = 300

/** Tints an element green or red for 300 ms; not at all where motion is to be reduced. */
function tintElement(element: HTMLElement, direction: -1 | 1): void {
  if (document.documentElement.dataset.motion === 'less') return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const colour = direction > 0 ? 'var(--up-tint)' : 'var(--down-tint)'
  element.animate({ backgroundColor: [colour, 'transparent'] }, { duration: TINT_MS, easing: 'ease-out' })
}

export function Figure({ value, places = 0, sign = 'plain', tint = false, unit, className }: FigureProps): ReactNode {
  const element = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const old = before.current
    before.current = value
    if (!tint || element.current === null || old == null || value == null) return
    const direction = compare(value, old)
    if (direction !== 0) tintElement(element.current, direction)
  }, [value, tint])

  if (value == null) return <span className={classNames(styles.figure, styles.none, className)}>{NONE}</span>
  const padded = padTo(value, places)
  const side = sign === 'gain' ? signOf(value) : 0
  return (
    <span
      ref={element}
      className={classNames(styles.figure, side > 0 && styles.up, side < 0 && styles.down, className)}
    >
      {sign === 'gain' ? signed(padded) : grouped(padded)}
      {unit !== undefined && <span className={styles.unit}> {unit}</span>}
    </span>
  )
}

const ROUNDED = 'Rounded: the service sends prices or sizes of this row with more than nine decimal places.'

/** A figure of a row of which the service tells more decimal places than the terminal keeps: marked as rounded. */
export function Approximate({ of, children }: { of: Rounded; children: ReactNode }): ReactNode {
  if (of.rounded !== true) return children
  return <span title={ROUNDED}>≈ {children}</span>
}

/** One of them: a decimal, or a text that says it. */
export interface KeyFigure {
  readonly name: string
  /** Null shows `—`. */
  readonly value: Decimal | null | { readonly text: string }
  readonly unit?: string | undefined
  /** Decimals at least. */
  readonly places?: number
  /** A gain or a loss: with its sign, and colored by it. */
  readonly isGain?: boolean
  /** The one that is looked for first. */
  readonly isMain?: boolean
  /** What it is, in a sentence, for a pointer that rests on it. */
  readonly explanation?: string
}

const MONEY_PLACES = 2

interface KeyFiguresProps {
  /** Accessible name of the list. */
  readonly label: string
  readonly figures: readonly KeyFigure[]
}

/** The figures that sum a panel up: names over values, side by side, as many lines as they take. */
export const KeyFigures = ({ label, figures }: KeyFiguresProps): ReactNode => (
  <dl className={styles.figures} aria-label={label}>
    {figures.map(({ name, value, unit, places = MONEY_PLACES, isGain = false, isMain, explanation }) => (
      <div key={name} title={explanation} data-main={isMain || undefined}>
        <dt>{name}</dt>
        <dd>
          {value !== null && typeof value === 'object' ? (
            value.text
          ) : (
            <Figure
              value={value === null ? null : trimZeros(value)}
              places={places}
              sign={isGain ? 'gain' : 'plain'}
              unit={unit}
            />
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** Names with what each is, one below the other: `<dt>` and `<dd>` in turn. */
export const Facts = (props: { readonly 'aria-label'?: string; readonly children: ReactNode }): ReactNode => (
  <dl className={styles.facts} {...props} />
)
