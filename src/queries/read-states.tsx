/** The states of a read in one place, so that no panel forgets one: skeleton, error with Retry, empty, data. */

import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { counted } from '../../contract/plural.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { Banner, Button, EmptyState, ErrorState, Skeleton } from '../ui/index.ts'
import type { ReadState } from './hooks.ts'
import { useReadFreshness } from './hooks.ts'
import { ACCOUNT_SCOPE } from './keys.ts'
import styles from './read-states.module.css'

interface ReadStatesProps<Value> {
  readonly read: UseQueryResult<Value, Error>
  /** `Positions`: the subject of the read, for error titles and skeleton names. */
  readonly what: string
  readonly isEmpty?: (value: Value) => boolean
  readonly empty?: ReactNode
  readonly skeletonRows?: number
  /** A way out of the error besides Retry. */
  readonly errorAction?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Reads again; the outcome shows in the read's own state. */
const retryOf =
  ({ refetch }: Pick<UseQueryResult, 'refetch'>) =>
  (): void => {
    refetch().catch(() => undefined)
  }

/** Earlier data stays when a later read fails, with the error above it. */
export function ReadStates<Value>(props: ReadStatesProps<Value>): ReactNode {
  const { read, what, isEmpty, empty, skeletonRows, errorAction, children } = props
  const retry = retryOf(read)
  if (read.data === undefined) {
    if (read.error !== null) {
      const title = `${what} could not be read`
      return <ErrorState title={title} message={read.error.message} onRetry={retry} action={errorAction} />
    }
    return <Skeleton rows={skeletonRows} label={`Loading: ${what}`} />
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
 * Shown below the earlier data, so that no row moves under the pointer: the failure of a later read, the age of the data, and the service's message.
 */
export function NotRefreshed({ read, what, again }: NotRefreshedProps): ReactNode {
  const { text: message } = useReadFreshness(read)
  if (read.error === null) return null
  return (
    <Banner
      tone="error"
      title={`${what} could not be refreshed: ${message}.`}
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

/** In the header of a panel that only uses read data: marks it as old. Takes no space otherwise. */
export function ReadAge({ reads, what }: { reads: readonly ReadState[]; what: string }): ReactNode {
  const { text: message } = useReadFreshness(...reads)
  const failed = reads.some(({ error, dataUpdatedAt }) => error !== null && dataUpdatedAt > 0)
  return failed && <span role="status" className={styles.age}>{`${what} ${message}`}</span>
}

// Rows of a list that cannot be parsed, below the others: their raw content, the reason, and their acknowledgement.

interface UnreadableRowsProps {
  readonly rows: readonly UnreadableRow[] | undefined
  readonly list: 'positions' | 'orders'
  /** `Positions`, for the name of the list. */
  readonly what: string
}

/** Renders nothing while all rows can be parsed. */
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
      .catch((error: unknown) => setFailure(errorText(error)))
  }
  return (
    <>
      <Banner tone="warning" title={`${what}: ${counted(rows.length, 'row cannot be read.', 'rows cannot be read.')}`}>
        {blocks
          ? 'Closes, stops and cancels in other markets still work. Orders that add exposure are blocked until every row is readable or acknowledged.'
          : 'Acknowledged: each counts toward max loss at its largest readable value and blocks orders only in its own market.'}
      </Banner>
      {/* Not in the banner: its figures change with every read, and would be announced each time. */}
      <ul className={styles.unreadable} aria-label={`Unreadable ${what}`}>
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
