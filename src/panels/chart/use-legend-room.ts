/** Tells where the legend over a chart ends, so that prices stay below it. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * It grows with the legend and shrinks only when the chart has another size: what the legend says changes with each price, and the prices
 * do not jump with it.
 * @param legend px from the top of `chart`
 */
export function useLegendRoom(
  chart: RefObject<HTMLElement | null>,
  legend: RefObject<HTMLElement | null>,
  onEnd: (bottom: number) => void,
): void {
  const tell = useEffectEvent(onEnd)
  useEffect(() => {
    const [outer, inner] = [chart.current, legend.current]
    if (outer === null || inner === null) return
    let bottom = 0
    const observer = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === outer)) bottom = 0
      bottom = Math.max(bottom, inner.offsetTop + inner.offsetHeight)
      tell(bottom)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [chart, legend])
}
