/** Loading placeholders of panels. */
import type { ComponentType, ReactNode } from 'react'
import type { Instrument } from '../../contract/instrument.ts'
import { EmptyState, Panel, Skeleton } from '../ui/index.ts'
import { useInstrument } from '../workspace/index.ts'
import styles from './loading-panel.module.css'

interface LoadingPanelProps {
  readonly title: string
  /** Rows of the placeholder, and its accessible name. */
  readonly rows: number
  readonly label: string
}

export const LoadingPanel = ({ title, rows, label }: LoadingPanelProps): ReactNode => (
  <Panel title={title}>
    <Skeleton rows={rows} label={label} />
  </Panel>
)

interface MarketPanelProps extends LoadingPanelProps {
  readonly Content: ComponentType<{ readonly instrument: Instrument }>
}

/** Shows `Content` once the market is known. */
export function MarketPanel({ Content, ...loading }: MarketPanelProps): ReactNode {
  const instrument = useInstrument()
  return instrument?.here === true ? <Content instrument={instrument} /> : <LoadingPanel {...loading} />
}

interface CoverProps extends Omit<LoadingPanelProps, 'title'> {
  readonly asset: string | null
  /** Whether there are any figures; undefined while unknown. */
  readonly hasData: boolean | undefined
  readonly empty: string
}

/** Over the live figures of a market while there are none. */
export const Cover = ({ asset, hasData, rows, label, empty }: CoverProps): ReactNode =>
  hasData !== true && (
    <div className={styles.cover}>
      {asset !== null && hasData === undefined ? (
        <Skeleton rows={rows} label={label} />
      ) : (
        <EmptyState>{empty}</EmptyState>
      )}
    </div>
  )
