/** The hand on a chart: its lines dragged or held by keys, and the menu at a price. What stands over the chart for it. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Instrument } from '../../../contract/instrument.ts'
import { AxisAlert } from './axis-alert.tsx'
import { LineList } from './line-list.tsx'
import { type ChartDragOptions, useChartDrag } from './use-chart-drag.tsx'
import { useChartMenu } from './use-chart-menu.tsx'

interface ChartHandOptions extends ChartDragOptions {
  /** The panel's market, and the one whose prices are drawn. */
  readonly instrument: Instrument
  readonly charted: Instrument
}

export function useChartHand(options: ChartHandOptions): ReactNode {
  const { levels } = options.annotations
  const pressed = useRef<ReturnType<typeof useChartMenu>['openOf'] | null>(null)
  const [dragging, chip] = useChartDrag(options, (line, at) => pressed.current?.(line, at))
  const { menu, openFor, openOf, act, alerts } = useChartMenu({ ...options, levels, dragging })
  useLayoutEffect(() => {
    pressed.current = openOf
  })
  return (
    <>
      {chip}
      {menu}
      <AxisAlert {...options} {...alerts} levels={levels} isBusy={dragging.drag.state !== 'none'} />
      <LineList
        levels={levels}
        onHold={({ id, grip, price }) => {
          if (grip !== undefined) dragging.put({ id, grip, price }, price)
        }}
        onEnd={act}
        onMenu={openFor}
      />
    </>
  )
}
