/** Own orders, stops and targets as tags in the rows: dragged by the pointer, ended by its other button. The rows say them to the keyboard. */
import type { CSSProperties, ReactNode } from 'react'
import type { Order } from '../../../contract/account.ts'
import { grouped } from '../../format/index.ts'
import { classNames } from '../../ui/index.ts'
import type { Dragged } from './drag.ts'
import styles from './ladder.module.css'
import { type OwnTag, ordersOf } from './own-things.ts'
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
  const ghost = dragged === null || rows === null ? null : rowOf(rows, dragged.to, dragged.thing.side)
  /** Beside orders of the same row an exit is its mark alone: its size is in its title, and theirs stays in view. */
  const isBeside = (tag: OwnTag): boolean =>
    tag.kind === 'exit' && tags.some((one) => one.kind === 'order' && one.row === tag.row && one.side === tag.side)
  return (
    <div className={styles.tags} aria-hidden="true">
      {tags.map((tag, index) => {
        const orders = ordersOf(tag)
        const isMoving = dragged !== null && tag.things.some(({ id }) => id === dragged.thing.id)
        const isLeaving = orders.length > 0 && orders.every(isCancelling)
        return (
          <span
            key={`${tag.row} ${tag.side} ${tag.kind}`}
            className={classNames(
              styles.tag,
              placeOf(tag.side),
              tag.kind === 'exit' && styles.exit,
              isBeside(tag) && styles.beside,
              (isMoving || isLeaving) && styles.leaving,
            )}
            style={at(tag.row)}
            data-tag={index}
            data-kind={tag.kind}
            data-side={tag.side}
            title={titleOf(tag)}
          >
            {tag.mark !== '' && <b className={styles.mark}>{tag.mark}</b>}
            {!isBeside(tag) && tag.size !== null && grouped(tag.size)}
            {!isBeside(tag) && tag.things.length > 1 && <small>·{tag.things.length}</small>}
          </span>
        )
      })}
      {dragged !== null && ghost !== null && rows !== null && ghost >= 0 && ghost < rows.count && (
        <span
          className={classNames(styles.tag, styles.ghost, placeOf(dragged.thing.side))}
          style={at(ghost)}
          data-ghost=""
        >
          {dragged.thing.kind === 'exit' && <b className={styles.mark}>{dragged.thing.name.slice(0, 1)}</b>}
          {dragged.thing.size !== null && grouped(dragged.thing.size)}
        </span>
      )}
    </div>
  )
}
