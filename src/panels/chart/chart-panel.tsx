/** The panel "Chart": of its market's prices, whatever family that is of. */
import type { ReactNode } from 'react'
import { OffState, Panel, Skeleton } from '../../ui/index.ts'
import { useInstrument } from '../../workspace/index.ts'
import { MarketChartPanel } from './market-chart-panel.tsx'

export function ChartPanel(): ReactNode {
  const instrument = useInstrument()
  if (instrument?.here === true) return <MarketChartPanel instrument={instrument} />
  return (
    <Panel title="Chart">
      {instrument === undefined ? (
        <Skeleton rows={12} label="Loading chart" />
      ) : (
        <OffState title={`Not here: ${instrument.title}`} reason={instrument.reason} />
      )}
    </Panel>
  )
}
