/** What a panel of an outcome market says while the service has told nothing of it, and above the rest when the last read failed. */
import type { ReactNode } from 'react'
import type { OutcomesView } from '../../../contract/outcome.ts'
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts'
import type { MarketProps } from './market-props.ts'

interface OutcomeStatesProps {
  readonly view: OutcomesView | undefined
  readonly shown: MarketProps | null
  readonly children: (shown: MarketProps) => ReactNode
}

export function OutcomeStates({ view, shown, children }: OutcomeStatesProps): ReactNode {
  if (view === undefined || (view.receivedAt === null && view.error === null)) {
    return <Skeleton rows={9} label="Loading outcome markets" />
  }
  if (view.receivedAt === null) {
    return (
      <ErrorState
        title="Outcome markets could not be read"
        message={`${view.error} They are asked for again by themselves.`}
      />
    )
  }
  return (
    <>
      {view.error !== null && (
        <Banner tone="error" title="Outcome markets could not be refreshed.">
          {view.error}
        </Banner>
      )}
      {shown === null ? (
        <EmptyState>The service no longer lists this market. Choose another one in the panel’s head.</EmptyState>
      ) : (
        children(shown)
      )}
    </>
  )
}
