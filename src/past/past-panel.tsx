/** The frame of a panel of records: period, family, sums, the table that reads pages, and CSV of all that matches. */
import type { ReactNode } from 'react'
import type { PastKind, PastRowOf } from '../../contract/past.ts'
import { PeriodChoice, usePeriod } from '../books/index.ts'
import { useSession } from '../queries/index.ts'
import { EmptyState, Panel, type TableSpec } from '../ui/index.ts'
import { PastActions } from './past-actions.tsx'
import { PastRows, type RowText } from './past-rows.tsx'
import { usePastTable } from './use-past-table.ts'

interface PastPanelProps<K extends PastKind> {
  readonly kind: K
  /** On its tab: `Fills`. */
  readonly title: string
  readonly spec: TableSpec<PastRowOf<K>>
  readonly words: RowText
  /** A row was opened: pressed twice, or Enter on it. */
  readonly onOpen?: (row: PastRowOf<K>) => void
}

export function PastPanel<K extends PastKind>({ kind, title, spec, words, onOpen }: PastPanelProps<K>): ReactNode {
  const past = usePastTable(kind, usePeriod({ fallback: 'all', days: 'shown' }))
  const isSignedIn = useSession()?.identity != null
  return (
    <Panel title={title} lead={<PeriodChoice period={past.period} />} actions={<PastActions past={past} />}>
      {isSignedIn ? (
        <PastRows kind={kind} label={title} spec={spec} past={past} words={words} {...(onOpen && { onOpen })} />
      ) : (
        <EmptyState>Sign in to see your records.</EmptyState>
      )}
    </Panel>
  )
}
