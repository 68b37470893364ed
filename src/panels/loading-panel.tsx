/** A panel before its data is there. */
import type { ComponentType, ReactNode } from 'react'
import type { Instrument } from '../../contract/instrument.ts'
import { Panel, Skeleton } from '../ui/index.ts'
import { useInstrument } from '../workspace/index.ts'

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

/** A panel about the market of its link group, once that is there. */
export function MarketPanel({ Content, ...loading }: MarketPanelProps): ReactNode {
  const instrument = useInstrument()
  return instrument?.here === true ? <Content instrument={instrument} /> : <LoadingPanel {...loading} />
}
