/** Below the rows: pages, changes withheld while the rows are in use, and the copy message. */
import { type ReactNode, type RefObject, useEffect } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { Button } from '../button.tsx'
import type { Withheld } from './items.ts'
import styles from './table.module.css'

interface FootProps {
  readonly withheld: Withheld
  readonly onSortNow: () => void
  readonly message: string | null
  /** Called after it was visible long enough to be read. */
  readonly onSaid: () => void
}

export function Foot({ withheld, onSortNow, message, onSaid }: FootProps): ReactNode {
  const text = withheldText(withheld)
  return (
    <div className={styles.foot} role="status">
      {text !== null && (
        <span className={styles.withheld}>
          {text}{' '}
          <Button size="small" variant="bare" onClick={onSortNow}>
            Sort now
          </Button>
        </span>
      )}
      <CopyMessage message={message} onSaid={onSaid} />
    </div>
  )
}

type CopyMessageProps = Pick<FootProps, 'message' | 'onSaid'>

/** The copy message outside of a table: over the last lines of the positioned element around it. */
export const CopyMessageOverlay = (props: CopyMessageProps): ReactNode => (
  <div role="status">
    <CopyMessage {...props} />
  </div>
)

const CopyMessage = ({ message, onSaid }: CopyMessageProps): ReactNode =>
  message !== null && (
    <span key={message} className={styles.said} onAnimationEnd={onSaid}>
      {message}
    </span>
  )

/** The changes that a held order withholds, as text; null where there are none. */
export function withheldText({ added, isOtherwise }: Withheld): string | null {
  if (added > 0) return `${added} new at the end. Sorting paused until you leave the table.`
  return isOtherwise ? 'Sorting paused until you leave the table.' : null
}

// A table whose rows are read in pages: their number, loading on scroll, and new rows that wait while the table is in use.

export interface TablePages {
  /** Changes with the query: all shown rows are then replaced. */
  readonly queryKey: string
  /** Number of matching rows; null while unknown. */
  readonly all: number | null
  readonly isLoading: boolean
  /** The pending operation, to be followed by an ellipsis: `Sorting by Size`; null where there is none. */
  readonly doing: string | null
  /** Requests more rows; does nothing while they are loading, or when there are none. Must keep its identity. */
  readonly onNearEnd: () => void
  /** Number of newer rows that are not shown. */
  readonly fresh: number
  /** Shows them: the rows restart. */
  readonly onFresh: () => void
  /** Why the next page failed, as text. */
  readonly failure: string | null
}

/** New rows are shown automatically while the first row is in view and the rows are not in use; otherwise they wait. */
export function useNewAtTop(
  pages: TablePages | undefined,
  isHeld: boolean,
  scroller: RefObject<HTMLElement | null>,
): void {
  const fresh = pages?.fresh ?? 0
  const show = pages?.onFresh
  useEffect(() => {
    if (fresh !== 0 && !isHeld && (scroller.current?.scrollTop ?? 0) <= 1) show?.()
  }, [fresh, isHeld, show, scroller])
}

const count = (value: number): string => grouped(String(value) as Decimal)

/** Below the rows. */
export function PagesFoot({ pages, loaded }: { readonly pages: TablePages; readonly loaded: number }): ReactNode {
  const { all, isLoading, doing, fresh, onFresh, onNearEnd, failure } = pages
  return (
    <div className={styles.pages}>
      <span role="status">
        {all === null || all <= loaded
          ? loaded === 1
            ? '1 row'
            : `${count(loaded)} rows`
          : `${count(loaded)} of ${count(all)}`}
        {doing !== null ? ` · ${doing}…` : isLoading && ' · reading…'}
      </span>
      {fresh > 0 && (
        <Button size="small" variant="bare" onClick={onFresh}>
          {`Show ${count(fresh)} new`}
        </Button>
      )}
      {failure !== null && (
        <span role="alert">
          {failure}{' '}
          <Button size="small" onClick={onNearEnd}>
            Retry
          </Button>
        </span>
      )}
    </div>
  )
}
