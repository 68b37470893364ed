/** What a panel shows instead of data: its skeleton, an empty sentence, the service’s error; banners and statements above the content. */
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { PanelStart } from './panel.tsx'
import statementStyles from './statement.module.css'
import styles from './states.module.css'

/** One sentence and the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.state}>
      <p className={styles.prose}>{children}</p>
      {action}
    </div>
  )
}

/** Something that the deployment lacks, or that is off for now: its name, and the reason. */
export function OffState({ title, reason, action }: { title: string; reason: string; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.state} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.prose}>{reason}</p>
      {action}
    </div>
  )
}

interface StripStateProps {
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** The same in the single line of a strip, which has no head: its link and market come first. */
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
  /** What failed: `Positions could not be read`. */
  readonly title: string
  /** The service's message, verbatim. */
  readonly message: string
  readonly onRetry?: () => void
  readonly retryLabel?: string
  /** An alternative, before Retry. */
  readonly action?: ReactNode
}

export function ErrorState({ title, message, onRetry, retryLabel = 'Retry', action }: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title}</p>
      <p className={styles.prose}>{message}</p>
      {action}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** Muted bars in the shape of the panel's rows until its first data arrives. */
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

/** A quiet line above content: settling, switched off, a notice. */
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

interface Props {
  /** The panel's title. */
  readonly title: string
  readonly onError: (error: unknown) => void
  readonly children: ReactNode
}
interface State {
  readonly error: unknown
}

/** Contains an error to one panel: shows it and offers to reload the panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <section aria-label={this.props.title}>
        <ErrorState
          title={`${this.props.title} stopped working`}
          message={error instanceof Error ? error.message : String(error)}
          onRetry={() => this.setState({ error: null })}
          retryLabel="Reload panel"
        />
      </section>
    )
  }
}

/** A short fact and its explanation; the detail may be empty. */
export interface StatementText {
  readonly tone: 'good' | 'warning' | 'error'
  readonly title: string
  readonly detail: string
}

const MARKS: Readonly<Record<StatementText['tone'], string>> = { good: '', warning: '⚠ ', error: '✕ ' }

/** A fact with its explanation: good news plain, a warning and an error marked by a sign and by color. */
export function Statement({ text: message }: { text: StatementText }): ReactNode {
  const { tone, title, detail } = message
  return (
    <div className={statementStyles.prose} role={tone === 'error' ? 'alert' : undefined}>
      <span className={classNames(statementStyles.title, tone !== 'good' && statementStyles[tone])}>
        <span aria-hidden>{MARKS[tone]}</span>
        {title}
      </span>
      {detail !== '' && <p className={statementStyles.detail}>{detail}</p>}
    </div>
  )
}
