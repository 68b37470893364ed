/** What became of one order: its fills, oldest last, in a dialog over the panel. */
import { type ReactNode, useMemo } from 'react'
import { trimZeros } from '../../contract/decimal.ts'
import type { FillRow, PastQuery } from '../../contract/past.ts'
import { grouped, momentText, NONE } from '../format/index.ts'
import { usePast } from '../queries/index.ts'
import { sideWord } from '../trade-forms/index.ts'
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from '../ui/index.ts'
import { priceText } from './columns.tsx'
import styles from './past.module.css'

interface OrderDetailsProps {
  readonly oid: string
  /** Of its market. */
  readonly name: string
  /** What else there is to say of it, over its fills. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function OrderDetails({ oid, name, children, onClose }: OrderDetailsProps): ReactNode {
  const query = useMemo(
    (): Extract<PastQuery, { readonly kind: 'fills' }> => ({
      ...{ kind: 'fills', period: 'all', filter: '', family: null, asset: null, oid },
      sort: { column: 'time', direction: 'descending' },
    }),
    [oid],
  )
  const { rows, isPending, failure, again } = usePast<'fills'>(query)
  return (
    <Dialog
      title={`Order ${oid}, ${name}`}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Button type="submit">Close</Button>}
    >
      {children}
      {isPending ? (
        <Skeleton rows={2} label="Loading fills" />
      ) : failure !== null ? (
        <ErrorState title="Its fills could not be read" message={failure} onRetry={again} />
      ) : rows.length === 0 ? (
        <EmptyState>No fill of it is kept.</EmptyState>
      ) : (
        <div className={styles.details}>
          <table>
            <thead>
              <tr>
                {['Time', 'Side', 'Price', 'Size', 'Fee', 'As'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((fill) => (
                <Line key={fill.id} fill={fill} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

const Line = ({ fill: { time, side, price, family, size, fee, liquidity } }: { readonly fill: FillRow }): ReactNode => (
  <tr>
    <td>{momentText(time)}</td>
    <td>{sideWord(side)}</td>
    <td>{priceText(price, family)}</td>
    <td>{grouped(trimZeros(size))}</td>
    <td>{fee === null ? NONE : trimZeros(fee)}</td>
    <td>{liquidity ?? NONE}</td>
  </tr>
)
