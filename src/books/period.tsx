/** The stretch of time that a panel of the books is of, kept with the panel. */
import type { ReactNode } from 'react'
import { PERIODS, type Period } from '../../contract/books-view.ts'
import { Segmented } from '../ui/index.ts'
import { usePanelOption } from '../workspace/index.ts'

const OPTIONS = [
  { value: 'day', label: 'Today' },
  { value: 'week', label: 'Week', name: '7 days' },
  { value: 'month', label: 'Month', name: '30 days' },
  { value: 'all', label: 'All' },
] as const

const periodFrom = (kept: unknown): Period => PERIODS.find((period) => period === kept) ?? 'month'

/** The period that was chosen in this panel, and the way to choose another. */
export const usePeriod = (): readonly [period: Period, choose: (period: Period) => void] =>
  usePanelOption('period', periodFrom)

interface PeriodChoiceProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
}

/** In the head of a panel. */
export const PeriodChoice = ({ value, onChange }: PeriodChoiceProps): ReactNode => (
  <Segmented<Period> look="plain" label="Time" options={OPTIONS} value={value} onChange={onChange} />
)
