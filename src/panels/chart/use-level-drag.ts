/** The hand on a line of the chart: press, drag, let go, and the word that follows. The library's own dragging never sees such a press. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useMarketData } from '../../market-data/index.ts'
import { useEscape } from '../../ui/index.ts'
import type { LevelLine } from './annotations.ts'
import type { ChartView } from './chart-view.ts'
import { type Drag, dragged, NO_DRAG } from './level-drag.ts'

interface LevelDragging {
  readonly drag: Drag
  /** Back to where it was: nothing is sent. */
  readonly leave: () => void
}

/** Why a drag ended is said for so long. */
const SAID_FOR_MS = 6_000

interface LevelDragOptions {
  /** What the library draws in. */
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly levels: readonly LevelLine[]
}

/** Follows the pointer over the lines of a chart. Enter and Esc are the chip's, which has the focus while it asks. */
export function useLevelDrag({ wrapper, drawn, levels }: LevelDragOptions): LevelDragging {
  const [drag, setDrag] = useState<Drag>(NO_DRAG)

  useLayoutEffect(() => {
    setDrag((before) => dragged(before, { type: 'lines', lines: levels }))
  }, [levels])

  useLayoutEffect(() => {
    const isShown = drag.state === 'dragging' || drag.state === 'asking'
    drawn.current?.setGhost(isShown ? { id: 'ghost', price: drag.to, text: '', kind: 'ghost' } : null)
  }, [drag, drawn])

  /** The line under the pointer; null outside of the pane, and over anything but the chart. */
  const lineUnder = (event: MouseEvent): LevelLine | null => {
    const [box, view] = [wrapper.current?.getBoundingClientRect(), drawn.current]
    if (box === undefined || view === null || !(event.target instanceof HTMLCanvasElement)) return null
    const x = event.clientX - box.left
    const { left, right } = view.places.pane
    return x < left || x > right ? null : view.places.levelAt(event.clientY - box.top)
  }

  const press = useEffectEvent((event: MouseEvent): void => {
    const level = event.button === 0 ? lineUnder(event) : null
    if (level?.grip === undefined) return
    event.stopPropagation()
    event.preventDefault()
    const line = { id: level.id, grip: level.grip, price: level.price }
    setDrag((before) => dragged(before, { type: 'grabbed', line }))
  })
  const follow = useEffectEvent((event: MouseEvent): void => {
    const box = wrapper.current?.getBoundingClientRect()
    const to = box === undefined ? null : (drawn.current?.places.tickAt(event.clientY - box.top) ?? null)
    if (to !== null) setDrag((before) => dragged(before, { type: 'moved', to }))
  })
  const point = useEffectEvent((event: MouseEvent): void => {
    const element = wrapper.current
    if (element === null || event.buttons !== 0) return
    element.dataset.grip = lineUnder(event) === null ? 'none' : 'line'
  })

  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    // In the capture phase: the library listens below, and would scroll with the line.
    element.addEventListener('mousedown', press, { capture: true })
    element.addEventListener('mousemove', point)
    return () => {
      element.removeEventListener('mousedown', press, { capture: true })
      element.removeEventListener('mousemove', point)
    }
  }, [wrapper])

  const isDragging = drag.state === 'dragging'
  useEffect(() => {
    if (!isDragging) return
    const letGo = (): void => setDrag((before) => dragged(before, { type: 'let_go' }))
    const leave = (): void => setDrag((before) => dragged(before, { type: 'left' }))
    const move = (event: MouseEvent): void => follow(event)
    window.addEventListener('mousemove', move)
    window.addEventListener('mouseup', letGo)
    window.addEventListener('blur', leave)
    return () => {
      window.removeEventListener('mousemove', move)
      window.removeEventListener('mouseup', letGo)
      window.removeEventListener('blur', leave)
    }
  }, [isDragging])

  useEscape('drag', isDragging, () => setDrag((before) => dragged(before, { type: 'left' })))

  const hasEnded = drag.state === 'ended'
  const { clock } = useMarketData()
  useEffect(() => {
    if (!hasEnded) return undefined
    return clock.after(SAID_FOR_MS, () => setDrag((before) => (before.state === 'ended' ? NO_DRAG : before)))
  }, [hasEnded, clock])

  return { drag, leave: () => setDrag((before) => dragged(before, { type: 'left' })) }
}
