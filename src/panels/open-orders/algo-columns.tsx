/** The columns of scales and slices that this terminal holds. */
import type { ReactNode } from 'react'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { type Decimal, subtract } from '../../../contract/decimal.ts'
import { algoTitle, leftText, progressText, stateText } from '../../algo/index.ts'
import type { LiveReads } from '../../orders/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { classNames, type TableSpec } from '../../ui/index.ts'
import { Buttons, Detail, RowProvider } from './algo-row.tsx'
import { heldColumns } from './held-columns.tsx'
import styles from './open-orders.module.css'

interface AlgoLine {
  readonly one: AlgoView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: AlgoLine
}

/** How much of it filled, as a bar under the words. */
function Progress({ row: { one } }: Props): ReactNode {
  const share = Number(one.total) > 0 ? Math.min(1, Number(one.filled) / Number(one.total)) : 0
  return (
    <>
      {progressText(one)}
      <span className={styles.progress} aria-hidden>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </>
  )
}

const State = ({ row: { one } }: Props): ReactNode => (
  <span
    className={classNames(
      styles.state,
      (one.state === 'paused' || one.waits !== null) && styles.paused,
      (one.state === 'failed' || one.state === 'ended') && styles.down,
    )}
  >
    {stateText(one)}
  </span>
)

/** What did not fill yet; null once it is over. */
const leftOf = ({ state, total, filled }: AlgoView): Decimal | null =>
  isAlgoFinal(state) ? null : subtract<Decimal>(total, filled)

const ACTS = {
  title: 'Sends until',
  explanation: 'The final window or the expiry, or the end of the access token or the agent before that',
}

export function algosSpec(live: LiveReads): TableSpec<AlgoLine> {
  const held = heldColumns<AlgoLine>(
    { at: ({ one }) => one.at, asset: ({ one }) => one.asset, until: ({ one }) => one.until },
    ACTS,
    live,
  )
  return {
    columns: [
      ...held.first,
      {
        id: 'kind',
        title: 'Order',
        least: 90,
        fit: 'content',
        stays: true,
        Cell: ({ row: { one } }) => (
          <>
            <span className={styles.own} aria-hidden />
            {algoTitle(one)}
          </>
        ),
        text: ({ one }) => algoTitle(one),
        sort: { by: 'text', of: ({ one }) => algoTitle(one) },
      },
      {
        id: 'progress',
        title: 'Progress',
        least: 110,
        fit: 'content',
        stays: true,
        Cell: Progress,
        text: ({ one }) => progressText(one),
        csv: ({ one }) => one.filled,
        csvAlso: { title: 'Placed and filled', of: ({ one }) => progressText(one) },
        sort: { by: 'decimal', of: ({ one }) => one.filled },
      },
      {
        id: 'left',
        title: 'Left',
        explanation: 'What did not fill yet, and the worst price of slices',
        least: 62,
        fit: 'content',
        Cell: ({ row: { one } }) => leftText(one),
        text: ({ one }) => leftText(one),
        csv: ({ one }) => leftOf(one) ?? '',
        csvAlso: { title: 'Worst price', of: ({ one }) => (one.terms.kind === 'slices' ? one.terms.worst : '') },
        sort: { by: 'decimal', of: ({ one }) => leftOf(one) },
      },
      {
        id: 'state',
        title: 'State',
        least: 96,
        fit: 'wrap',
        stays: true,
        Cell: State,
        text: ({ one }) => stateText(one),
        sort: { by: 'text', of: ({ one }) => one.state },
      },
      held.age,
      held.until,
      {
        id: 'buttons',
        title: 'Pause and stop',
        isTitleHidden: true,
        isNumeric: true,
        least: 96,
        fit: 'content',
        isTight: true,
        stays: true,
        Cell: Buttons,
      },
    ],
    idOf: ({ one }) => one.id,
    nameOf: ({ one }) => `${algoTitle(one)}, ${progressText(one)}`,
    givesWay: ['age', 'time', 'until', 'left'],
    Provider: RowProvider,
    Detail,
    isEnded: ({ one }) => isAlgoFinal(one.state),
  }
}
