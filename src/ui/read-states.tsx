/** The states of a read, in one place, so that no panel can forget one: skeleton, error with Retry, empty, data. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from './states.tsx'

interface ReadStatesProps<Value> {
  readonly read: UseQueryResult<Value, Error>
  /** `Positions`: what is read, in error titles and skeleton names. */
  readonly what: string
  readonly isEmpty?: (value: Value) => boolean
  readonly empty?: ReactNode
  readonly skeletonRows?: number
  /** A way out of the error, besides Retry. */
  readonly errorAction?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Data that was read before stays when a later read fails: the error then stands above it. */
export function ReadStates<Value>(props: ReadStatesProps<Value>): ReactNode {
  const { read, what, isEmpty, empty, skeletonRows, errorAction, children } = props
  const retry = (): void => {
    read.refetch().catch(() => undefined)
  }
  if (read.data === undefined) {
    if (read.error !== null) {
      const title = `${what} could not be read`
      return <ErrorState title={title} message={read.error.message} onRetry={retry} action={errorAction} />
    }
    return <Skeleton rows={skeletonRows} label={`Loading ${what.toLowerCase()}`} />
  }
  const content =
    isEmpty?.(read.data) === true && empty !== undefined ? <EmptyState>{empty}</EmptyState> : children(read.data)
  if (read.error === null) return content
  return (
    <>
      <Banner
        tone="error"
        title={`${what} could not be refreshed.`}
        action={
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        }
      >
        {read.error.message}
      </Banner>
      {content}
    </>
  )
}
