/** Rows of a list that cannot be read, below those that can: what they say, why they are not shown as the others are, and their acknowledgement. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { Banner, Button } from '../ui/index.ts'
import { ACCOUNT_SCOPE } from './keys.ts'
import styles from './read-states.module.css'

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
