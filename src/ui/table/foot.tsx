/** Below the rows: what is kept from the hand that is at them, and what was copied. */
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { Withheld } from './held-order.ts'
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
