/** Keeps an error in one panel from taking the others along: says what happened and offers to load the panel again. */
import { Component, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'

interface Props {
  /** The panel's title. */
  readonly title: string
  readonly onError: (error: unknown) => void
  readonly children: ReactNode
}
interface State {
  readonly error: unknown
}

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
