/** Figures: decimal text in tabular digits, colored by sign where it is a gain or loss; alone, or as a list of names and values. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Rounded } from '../../contract/account.ts'
import { compare, type Decimal, padTo, placesOf, signOf, trimZeros } from '../../contract/decimal.ts'
import { grouped, moneyText, NONE, signed, signedMoney } from '../format/index.ts'
import { classNames } from './class-names.ts'
import styles from './figure.module.css'

interface FigureProps {
  /** Null shows `—`. */
  readonly value: Decimal | null | undefined
  /** Pads with zeros to this many decimals and removes no digit; `money`: to the cent, all digits on hover. */
  readonly places?: number | 'money'
  /** `gain`: the sign is written, and green or red repeats it. */
  readonly sign?: 'plain' | 'gain'
  /** Tints for 300 ms when the value rises or falls. */
  readonly tint?: boolean
  /** After the figure: `USDC`, `°F`. */
  readonly unit?: string | undefined
  readonly className?: string
}

const TINT_MS = 300
const CENTS = 2

/** Tints an element green or red for 300 ms; not with reduced motion. */
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
  const side = sign === 'gain' ? signOf(value) : 0
  const isMoney = places === 'money'
  const exact = isMoney && placesOf(trimZeros(value)) > CENTS ? grouped(trimZeros(value)) : undefined
  return (
    <span
      ref={element}
      title={exact}
      className={classNames(styles.figure, side > 0 && styles.up, side < 0 && styles.down, className)}
    >
      {isMoney
        ? (sign === 'gain' ? signedMoney : moneyText)(value)
        : (sign === 'gain' ? signed : grouped)(padTo(value, places))}
      {unit !== undefined && <span className={styles.unit}> {unit}</span>}
    </span>
  )
}

const ROUNDED = 'Rounded: the venue sends more than nine decimal places.'

/** A figure of a row for which the service sends more decimals than the terminal keeps: marked as rounded. */
export function Approximate({ of, children }: { of: Rounded; children: ReactNode }): ReactNode {
  if (of.rounded !== true) return children
  return <span title={ROUNDED}>≈ {children}</span>
}

/** One figure: a decimal, or text. */
export interface KeyFigure {
  readonly name: string
  /** Null shows `—`. */
  readonly value: Decimal | null | { readonly text: string }
  readonly unit?: string | undefined
  /** As of `Figure`; money unless given. */
  readonly places?: FigureProps['places']
  /** A gain or a loss: with its sign, and colored by it. */
  readonly isGain?: boolean
  /** The most important figure. */
  readonly isMain?: boolean
  /** Explanation as a sentence, shown on hover. */
  readonly explanation?: string
}

interface KeyFiguresProps {
  /** Accessible name of the list. */
  readonly label: string
  readonly figures: readonly KeyFigure[]
}

/** The figures that summarize a panel: names over values, side by side, on as many lines as needed. */
export const KeyFigures = ({ label, figures }: KeyFiguresProps): ReactNode => (
  <dl className={styles.figures} aria-label={label}>
    {figures.map(({ name, value, unit, places = 'money', isGain = false, isMain, explanation }) => (
      <div key={name} title={explanation} data-main={isMain || undefined}>
        <dt>{name}</dt>
        <dd>
          {value !== null && typeof value === 'object' ? (
            value.text
          ) : (
            <Figure value={value} places={places} sign={isGain ? 'gain' : 'plain'} unit={unit} />
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** A list of names and values, one below the other: `<dt>` and `<dd>` in turn. */
export const Facts = (props: { readonly 'aria-label'?: string; readonly children: ReactNode }): ReactNode => (
  <dl className={styles.facts} {...props} />
)
