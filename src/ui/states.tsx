/** What a panel shows instead of data: its skeleton, an empty sentence, an error in the service's words, a banner above what stays. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { PanelStart } from './panel.tsx'
import styles from './states.module.css'

/** One sentence and the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.state}>
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  )
}

/** What the deployment does not have, or what is off for now: what it is, and why. */
export function OffState({ title, reason, action }: { title: string; reason: string; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.state} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.words}>{reason}</p>
      {action}
    </div>
  )
}

interface StripStateProps {
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** The same in the one line of a strip, which has no head: its link and market come first. */
export function StripState({ title, children, action }: StripStateProps): ReactNode {
  return (
    <div className={styles.strip} role="status">
      <PanelStart />
      {title !== undefined && <strong className={styles.title}>{title}</strong>}
      <span className={styles.stripText}>{children}</span>
      {action}
    </div>
  )
}

interface ErrorStateProps {
  /** What could not be had: `Positions could not be read`. */
  readonly title: string
  /** The service's words as they stand. */
  readonly message: string
  readonly onRetry?: () => void
  readonly retryLabel?: string
  /** Another way out, before Retry. */
  readonly action?: ReactNode
}

export function ErrorState({ title, message, onRetry, retryLabel = 'Retry', action }: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title}</p>
      <p className={styles.words}>{message}</p>
      {action}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** Quiet bars in the shape of the panel's rows while its first data is on the way. */
export function Skeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }): ReactNode {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={row} className={styles.bar} />
      ))}
    </div>
  )
}

interface BannerProps {
  readonly tone?: 'info' | 'warning' | 'error'
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A calm line above content: settling, switched off, a notice. */
export function Banner({ tone = 'info', title, children, action }: BannerProps): ReactNode {
  return (
    <div className={classNames(styles.banner, styles[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={styles.bannerText}>
        {title !== undefined && <strong className={styles.bannerTitle}>{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  )
}
