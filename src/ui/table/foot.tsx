/** Below the rows: pages, what is kept from moving under the pointer, and what was copied. */
import { type ReactNode, type RefObject, useEffect } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { Button } from '../button.tsx'
import type { Withheld } from './items.ts'
import styles from './table.module.css'

interface FootProps {
  readonly withheld: Withheld
  readonly onSortNow: () => void
  readonly said: string | null
  /** It was there long enough to be read. */
  readonly onSaid: () => void
}

export function Foot({ withheld, onSortNow, said, onSaid }: FootProps): ReactNode {
  const words = withheldText(withheld)
  return (
    <div className={styles.foot} role="status">
      {words !== null && (
        <span className={styles.withheld}>
          {words}{' '}
          <Button size="small" variant="bare" onClick={onSortNow}>
            Sort now
          </Button>
        </span>
      )}
      <Words said={said} onSaid={onSaid} />
    </div>
  )
}

type SaidProps = Pick<FootProps, 'said' | 'onSaid'>

/** What was copied, where there is no table: over the last lines of what is positioned around it. */
export const Said = (props: SaidProps): ReactNode => (
  <div role="status">
    <Words {...props} />
  </div>
)

const Words = ({ said, onSaid }: SaidProps): ReactNode =>
  said !== null && (
    <span key={said} className={styles.said} onAnimationEnd={onSaid}>
      {said}
    </span>
  )

/** What a held order keeps back, in words; null where it keeps nothing back. */
export function withheldText({ added, isOtherwise }: Withheld): string | null {
  if (added > 0) return `${added} new at the end. In order again once you leave the table.`
  return isOtherwise ? 'The order is held. In order again once you leave the table.' : null
}

// A table whose rows are read in pages: how many there are, that more come as one scrolls, and new ones that wait for the hand to leave.

export interface TablePages {
  /** The same for the same question: of another one, everything that is shown is another. */
  readonly asked: string
  /** How many rows match; null while that is not known. */
  readonly all: number | null
  readonly isLoading: boolean
  /** What takes its time, as words before an ellipsis: `Sorting by Size`; null where nothing does. */
  readonly doing: string | null
  /** More rows are wanted; nothing happens where they are on their way, or there are none. The same function as long as it does the same. */
  readonly onNearEnd: () => void
  /** Rows that came since, and are not shown. */
  readonly fresh: number
  /** Shows them: the rows begin again. */
  readonly onFresh: () => void
  /** Why the next page did not come, in words. */
  readonly failure: string | null
}

/** New rows are shown by themselves while the first row is in view and no hand is at the rows; else they wait. */
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
