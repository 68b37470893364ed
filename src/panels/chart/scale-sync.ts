/** Keeps the two price scales on the same marks when one of them is dragged or stretched by hand. */
import type { IChartApi } from 'lightweight-charts'

/** Watches pointer and wheel on the chart and copies the scale that was moved to the other; returns the way to stop. */
export function keepScalesAligned(chart: IChartApi, container: HTMLElement): () => void {
  let source: 'left' | 'right' = 'right'
  let pressed = false
  let frame = 0

  const copy = (): void => {
    frame = 0
    const from = chart.priceScale(source)
    const to = chart.priceScale(source === 'left' ? 'right' : 'left')
    if (from.options().autoScale) {
      if (!to.options().autoScale) to.setAutoScale(true)
      return
    }
    const range = from.getVisibleRange()
    const other = to.getVisibleRange()
    if (range === null || (other !== null && other.from === range.from && other.to === range.to)) return
    to.setVisibleRange(range)
  }
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(copy)
  }
  const down = (event: PointerEvent): void => {
    pressed = true
    const { left } = container.getBoundingClientRect()
    source = event.clientX - left < chart.priceScale('left').width() ? 'left' : 'right'
    soon()
  }
  const move = (): void => {
    if (pressed) soon()
  }
  const up = (): void => {
    pressed = false
    soon()
  }
  const wheel = (): void => soon()

  container.addEventListener('pointerdown', down, true)
  window.addEventListener('pointermove', move, true)
  window.addEventListener('pointerup', up, true)
  container.addEventListener('wheel', wheel, { capture: true, passive: true })
  container.addEventListener('dblclick', wheel, true)
  return () => {
    cancelAnimationFrame(frame)
    container.removeEventListener('pointerdown', down, true)
    window.removeEventListener('pointermove', move, true)
    window.removeEventListener('pointerup', up, true)
    container.removeEventListener('wheel', wheel, true)
    container.removeEventListener('dblclick', wheel, true)
  }
}
