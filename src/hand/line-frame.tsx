/** How a line over the foot of the window looks: what it does, its figures, and what there is to say. */
import type { ReactNode } from 'react'
import { Button, classNames, MoreWords } from '../ui/index.ts'
import styles from './preview-line.module.css'
import type { Line } from './use-line.ts'

interface LineFrameProps {
  readonly line: Line
  readonly label: string
  /** What it does, the first word of all strong. */
  readonly lead: string
  readonly tone?: 'buy' | 'sell' | undefined
  readonly market: string
  readonly terms: string
  readonly figures?: readonly { readonly name: string; readonly value: string }[]
  /** What to press now, or what became of it. */
  readonly said: string
  /** What is in the way, or is asked; in place of that. */
  readonly wrong: string | null
  /** What there is to say besides that. */
  readonly rest?: readonly string[]
  readonly children?: ReactNode
  /** Shown once there is nothing to press any more. */
  readonly onClose: (() => void) | null
}

export function LineFrame(props: LineFrameProps): ReactNode {
  const { line, label, lead, tone, market, terms, figures = [], said, wrong, rest = [], children, onClose } = props
  return (
    <section className={styles.preview} aria-label={label} {...line.props}>
      <p className={styles.what}>
        <strong className={tone === undefined ? undefined : styles[tone]}>{lead}</strong>
        <span className={styles.market}>{market}</span>
        <span className={styles.terms}>{terms}</span>
      </p>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <p className={classNames(styles.said, wrong !== null && styles.bad)} role={wrong === null ? 'status' : 'alert'}>
        {wrong ?? said}
        {wrong !== null && <MoreWords rest={rest} />}
      </p>
      {onClose !== null && (
        <Button size="small" className={styles.close} onClick={onClose}>
          Close
        </Button>
      )}
    </section>
  )
}
