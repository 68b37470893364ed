/** A layer of a pane that a function draws, as the chart library wants it. */
import type { IPrimitivePaneRenderer, IPrimitivePaneView, PrimitivePaneViewZOrder } from 'lightweight-charts'
import type { Pane } from './drawing.ts'

type Draw = (context: CanvasRenderingContext2D, size: Omit<Pane, 'text'>) => void

/** In CSS pixels, whatever the display's are. */
export function paneView(zOrder: PrimitivePaneViewZOrder, draw: Draw): IPrimitivePaneView {
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) => target.useMediaCoordinateSpace(({ context, mediaSize }) => draw(context, mediaSize)),
  }
  return { zOrder: () => zOrder, renderer: () => renderer }
}
