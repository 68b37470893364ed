/** Own orders as tags in the rows: dragged by the pointer, cancelled by its other button. The rows say them to the keyboard. */
import type { CSSProperties, ReactNode } from 'react'
import type { Order } from '../../../contract/account.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { classNames } from '../../ui/index.ts'
import { type Dragged, leftOf } from './drag.ts'
import styles from './ladder.module.css'
import type { OwnTag } from './own-orders.ts'
import { type PriceRows, rowOf } from './price-rows.ts'

interface OwnTagsProps {
  readonly tags: readonly OwnTag[]
  readonly rows: PriceRows | null
  readonly dragged: Dragged | null
  readonly isMirrored: boolean
  readonly isCancelling: (order: Order) => boolean
  readonly titleOf: (tag: OwnTag) => string
}

const at = (row: number): CSSProperties => ({ '--at': row }) as CSSProperties

export function OwnTags({ tags, rows, dragged, isMirrored, isCancelling, titleOf }: OwnTagsProps): ReactNode {
  const placeOf = (side: Order['side']): string | undefined =>
    (side === 'buy') === isMirrored ? styles.tagRight : styles.tagLeft
  const ghost = dragged === null || rows === null ? null : rowOf(rows, dragged.to, dragged.order.side)
  return (
    <div className={styles.tags} aria-hidden="true">
      {tags.map((tag, index) => {
        const isMoving = dragged !== null && tag.orders.some(({ oid }) => oid === dragged.order.oid)
        const isLeaving = tag.orders.every(isCancelling)
        return (
          <span
            key={`${tag.row} ${tag.side}`}
            className={classNames(styles.tag, placeOf(tag.side), (isMoving || isLeaving) && styles.leaving)}
            style={at(tag.row)}
            data-tag={index}
            data-side={tag.side}
            title={titleOf(tag)}
          >
            {grouped(tag.size)}
            {tag.orders.length > 1 && <small>·{tag.orders.length}</small>}
          </span>
        )
      })}
      {dragged !== null && ghost !== null && rows !== null && ghost >= 0 && ghost < rows.count && (
        <span
          className={classNames(styles.tag, styles.ghost, placeOf(dragged.order.side))}
          style={at(ghost)}
          data-ghost=""
        >
          {grouped(trimZeros(leftOf(dragged.order)))}
        </span>
      )}
    </div>
  )
}
