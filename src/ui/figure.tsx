/** A figure: decimal text in tabular digits, coloured by sign where sign means gain or loss, tinted for a moment when it changes. */
import { type ReactNode, useEffect, useRef } from 'react'
import { compare, type Decimal, padTo, signOf } from '../../contract/decimal.ts'
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
