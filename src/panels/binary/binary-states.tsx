/** What a panel of a binary market says while the service has told nothing of it, and above the rest when the last read failed. */
import type { ReactNode } from 'react'
import type { BinaryView } from '../../../contract/binary.ts'
import type { Present } from '../../markets/binary/index.ts'
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts'

interface BinaryStatesProps {
  readonly view: BinaryView | undefined
  readonly present: Present | null
  readonly children: (view: BinaryView, present: Present & { readonly asset: string }) => ReactNode
}

export function BinaryStates({ view, present, children }: BinaryStatesProps): ReactNode {
  if (view === undefined || (view.status === null && view.error === null)) {
    return <Skeleton rows={9} label="Loading binary market" />
  }
  if (view.status === null || present === null) {
    return (
      <ErrorState
        title="The binary market could not be read"
        message={`${view.error ?? 'Nothing was read of it.'} It is asked again by itself.`}
      />
    )
  }
  const { asset } = present
  return (
    <>
      {view.error !== null && (
        <Banner tone="error" title="The binary market could not be refreshed.">
          {view.error}
        </Banner>
      )}
      {asset === null ? (
        <EmptyState>The service names no active binary asset. This shows the next one as soon as it does.</EmptyState>
      ) : (
        children(view, { ...present, asset })
      )}
    </>
  )
}
