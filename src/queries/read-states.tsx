/** The states of a read, in one place, so that no panel can forget one: skeleton, error with Retry, empty, data. */
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Banner, Button, EmptyState, ErrorState, Skeleton } from '../ui/index.ts'
import type { ReadState } from './hooks.ts'
import { useReadFreshness } from './hooks.ts'
import { ACCOUNT_SCOPE } from './keys.ts'
import styles from './read-states.module.css'

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

/** Reads again, whatever comes of it: the read's own state says that. */
const retryOf =
  ({ refetch }: Pick<UseQueryResult, 'refetch'>) =>
  (): void => {
    refetch().catch(() => undefined)
  }

/** Data that was read before stays when a later read fails: the error then stands above it. */
export function ReadStates<Value>(props: ReadStatesProps<Value>): ReactNode {
  const { read, what, isEmpty, empty, skeletonRows, errorAction, children } = props
  const retry = retryOf(read)
  if (read.data === undefined) {
    if (read.error !== null) {
      const title = `${what} could not be read`
      return <ErrorState title={title} message={read.error.message} onRetry={retry} action={errorAction} />
    }
    return <Skeleton rows={skeletonRows} label={`Loading ${what.toLowerCase()}`} />
  }
  const content =
    isEmpty?.(read.data) === true && empty !== undefined ? <EmptyState>{empty}</EmptyState> : children(read.data)
  return (
    <>
      {content}
      <NotRefreshed read={read} what={what} again={read} />
    </>
  )
}

interface NotRefreshedProps {
  readonly read: ReadState & { readonly error: Error | null }
  readonly what: string
  readonly again: Pick<UseQueryResult, 'refetch'>
}

/**
 * Below what was read before, so that no row moves under the pointer: that a later read failed, how old it is, and the service's words.
 */
export function NotRefreshed({ read, what, again }: NotRefreshedProps): ReactNode {
  const { words } = useReadFreshness(read)
  if (read.error === null) return null
  return (
    <Banner
      tone="error"
      title={`${what} could not be refreshed: ${words}.`}
      action={
        <Button size="small" onClick={retryOf(again)}>
          Retry
        </Button>
      }
    >
      {read.error.message}
    </Banner>
  )
}

/** In the head of a panel that only uses what was read: that it is old. Takes no room while it is not. */
export function ReadAge({ reads, what }: { reads: readonly ReadState[]; what: string }): ReactNode {
  const { words } = useReadFreshness(...reads)
  const failed = reads.some(({ error, dataUpdatedAt }) => error !== null && dataUpdatedAt > 0)
  return failed && <span role="status" className={styles.age}>{`${what} ${words}`}</span>
}

// Rows of a list that cannot be read, below those that can: what they say, why they are not shown as the others are, and their acknowledgement.

interface UnreadableRowsProps {
  readonly rows: readonly UnreadableRow[] | undefined
  readonly list: 'positions' | 'orders'
  /** `Positions`, for the name of the list. */
  readonly what: string
}

/** Nothing while all rows can be read. */
export function UnreadableRows({ rows, list, what }: UnreadableRowsProps): ReactNode {
  const call = useCall()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  if (rows === undefined || rows.length === 0) return null
  const blocks = rows.some(({ acknowledged }) => acknowledged !== true)
  const acknowledge = (text: string): void => {
    setFailure(null)
    call('acknowledgeUnreadable', { list, text })
      .then(() => client.invalidateQueries({ queryKey: [ACCOUNT_SCOPE] }))
      .catch((error: unknown) => setFailure(wordsOf(error)))
  }
  return (
    <>
      <Banner tone="warning" title={`${what}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`} cannot be read.`}>
        {blocks
          ? 'Closes, stops and cancels in other markets go out. Nothing that adds exposure does until it can be read or is acknowledged.'
          : 'Acknowledged: each counts in the worst case at its largest readable value, and blocks orders in its own market only.'}
      </Banner>
      {/* Not in the banner: figures in it change with every read, and would be announced each time. */}
      <ul className={styles.unreadable} aria-label={`${what} that cannot be read`}>
        {rows.map(({ text, asset, reason, acknowledged, worth }) => (
          <li key={`${asset}/${reason}/${text}`}>
            {asset !== null && <strong>{asset} </strong>}
            {reason} <code>{text}</code>{' '}
            {acknowledged === true ? (
              `Acknowledged, counts at ${worth}.`
            ) : (
              <Button size="small" onClick={() => acknowledge(text)}>
                Acknowledge…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  )
}
