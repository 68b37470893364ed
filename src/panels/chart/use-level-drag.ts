/** Input on a line of the chart: grab, drag, drop, and the confirmation. The library's own dragging never sees such a click. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { add, compare, type Decimal, multiply, type Price, signOf, toStep } from '../../../contract/decimal.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { useEscape } from '../../ui/index.ts'
import type { LevelLine } from './annotations.ts'
import type { ChartView } from './chart-view.ts'
import { type Drag, dragged, type GrabbedLine, lateRefusal, NO_DRAG, type Refused } from './level-drag.ts'

/** Maximum pointer movement of a click that is not a drag, px. */
const STILL = 3
/** How long the reason of an ended drag is shown. */
const MESSAGE_MS = 6_000

interface LevelDragOptions {
  /** The element that the library draws in. */
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly levels: readonly LevelLine[]
  /** Step of keys. */
  readonly tick: Price
  readonly view: Pick<PriceView, 'bounds'>
  /** A line was clicked without a drag. */
  readonly onPressed: (line: LevelLine, at: { readonly x: number; readonly y: number }) => void
}

/** Follows the pointer over the lines of a chart. Enter and Esc belong to the chip, which has the focus while it asks. */
export function useLevelDrag({ wrapper, drawn, levels, tick, view, onPressed }: LevelDragOptions) {
  const [drag, setDrag] = useState<Drag>(NO_DRAG)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const grabs = useRef(0)
  const late = lateRefusal(drag, refusal)

  useLayoutEffect(() => {
    setDrag((before) => dragged(before, { type: 'lines', lines: levels }))
  }, [levels])

  useLayoutEffect(() => {
    const isShown = drag.state === 'dragging' || drag.state === 'asking'
    drawn.current?.setGhost(isShown ? { id: 'ghost', price: drag.to, text: '', kind: 'ghost' } : null)
  }, [drag, drawn])

  /** Distance of the grabbed line above the pointer, px: grabbed by its label, it is beside the pointer. */
  const offset = useRef(0)
  const downAt = useRef({ x: 0, y: 0 })
  const pointerX = useRef<number | null>(null)

  /** What is under the pointer; null outside of the pane, and over anything but the chart. */
  const under = (event: MouseEvent, find: 'levelAt' | 'labelAt'): LevelLine | null => {
    const [box, places] = [wrapper.current?.getBoundingClientRect(), drawn.current?.places]
    if (box === undefined || places === undefined || !(event.target instanceof HTMLCanvasElement)) return null
    const x = event.clientX - box.left
    const { left, right } = places.pane
    return x < left || x > right ? null : places[find](x - left, event.clientY - box.top)
  }

  const press = useEffectEvent((event: MouseEvent): void => {
    const level = event.button === 0 ? under(event, 'levelAt') : null
    if (level?.grip === undefined) return
    event.stopPropagation()
    event.preventDefault()
    const box = wrapper.current?.getBoundingClientRect()
    const at = drawn.current?.places.yOf(level.price) ?? null
    offset.current = box === undefined || at === null ? 0 : at - (event.clientY - box.top)
    downAt.current = { x: event.clientX, y: event.clientY }
    pointerX.current = box === undefined ? null : event.clientX - box.left
    grabs.current += 1
    const line = { grab: grabs.current, id: level.id, grip: level.grip, price: level.price }
    setDrag((before) => dragged(before, { type: 'grabbed', line }))
  })
  const follow = useEffectEvent((event: MouseEvent): void => {
    const box = wrapper.current?.getBoundingClientRect()
    const to =
      box === undefined ? null : (drawn.current?.places.tickAt(event.clientY - box.top + offset.current) ?? null)
    if (box !== undefined) pointerX.current = event.clientX - box.left
    if (to !== null) setDrag((before) => dragged(before, { type: 'moved', to }))
  })
  const point = useEffectEvent((event: MouseEvent): void => {
    const element = wrapper.current
    if (element === null || event.buttons !== 0) return
    const line = under(event, 'levelAt')
    element.dataset.grip = line === null ? 'none' : 'line'
    drawn.current?.setPointed((under(event, 'labelAt') ?? line)?.id ?? null)
  })
  const unpoint = useEffectEvent((): void => drawn.current?.setPointed(null))

  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    // In the capture phase: the library listens below, and would scroll with the line.
    element.addEventListener('mousedown', press, { capture: true, signal })
    element.addEventListener('mousemove', point, { signal })
    element.addEventListener('mouseleave', unpoint, { signal })
    return () => listeners.abort()
  }, [wrapper])

  const pressed = useEffectEvent((event: MouseEvent): void => {
    if (drag.state !== 'dragging' || compare(drag.to, drag.line.price) !== 0 || event.button !== 0) return
    const { clientX, clientY } = event
    const isHere = Math.hypot(clientX - downAt.current.x, clientY - downAt.current.y) <= STILL
    const line = levels.find(({ id }) => id === drag.line.id)
    if (isHere && line !== undefined) onPressed(line, { x: clientX, y: clientY })
  })
  const isDragging = drag.state === 'dragging'
  useEffect(() => {
    if (!isDragging) return
    const letGo = (event: MouseEvent): void => {
      pressed(event)
      setDrag((before) => dragged(before, { type: 'let_go' }))
    }
    const leave = (): void => setDrag((before) => dragged(before, { type: 'left' }))
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('mousemove', follow, { signal })
    window.addEventListener('mouseup', letGo, { signal })
    window.addEventListener('blur', leave, { signal })
    return () => listeners.abort()
  }, [isDragging])

  const isHeld = isDragging || drag.state === 'asking'
  const leave = (): void => {
    // Its own chip showed it.
    setRefusal(null)
    setDrag((before) => dragged(before, { type: 'left' }))
  }
  useEscape('drag', isHeld, leave)

  const hasEnded = drag.state === 'ended'
  const { clock } = useMarketData()
  useEffect(() => {
    if (!hasEnded) return undefined
    return clock.after(MESSAGE_MS, () => setDrag((before) => (before.state === 'ended' ? NO_DRAG : before)))
  }, [hasEnded, clock])
  useEffect(() => (late === null ? undefined : clock.after(MESSAGE_MS, () => setRefusal(null))), [late, clock])

  return {
    drag,
    /** Where the pointer holds or dropped the line, px from the left of the chart; null where keys ask. */
    pointerX,
    /** Cancels: nothing more is sent. */
    leave,
    /** Why a request was refused whose chip is gone; null for none. */
    late,
    /** Asks as if the line had been dragged there, without a pointer; `to` as displayed. */
    put(request: Omit<GrabbedLine, 'grab'>, to: Price): void {
      pointerX.current = null
      grabs.current += 1
      const line = { ...request, grab: grabs.current }
      setDrag((before) => dragged(before, { type: 'asked', line, to }))
    },
    /** The request of a grab was sent. */
    sent: (grab: number): void => setDrag((before) => dragged(before, { type: 'sent', grab, isSent: true })),
    /** It was accepted. */
    taken: (grab: number): void => setDrag((before) => dragged(before, { type: 'taken', grab })),
    /** It was refused, with the reason. */
    refused(grab: number, message: string): void {
      setRefusal({ grab, text: message })
      setDrag((before) =>
        dragged(dragged(before, { type: 'sent', grab, isSent: false }), { type: 'lines', lines: levels }),
      )
    },
    /** Moves the dropped line up by this many ticks. */
    nudge(ticks: number): void {
      setDrag((before) => {
        if (before.state !== 'asking') return before
        return dragged(before, { type: 'nudged', to: nudged(before.to, ticks, tick, view) })
      })
    },
  }
}

export type LevelDragging = ReturnType<typeof useLevelDrag>

/** Moved up by ticks, within the price bounds. */
function nudged(from: Price, ticks: number, tick: Price, { bounds }: Pick<PriceView, 'bounds'>): Price {
  const to = add(toStep(from, tick, 'half-up'), multiply(tick, String(ticks) as Decimal) as Decimal as Price)
  const isPrice = bounds === null ? signOf(to) > 0 : compare(to, bounds.least) > 0 && compare(to, bounds.most) < 0
  return isPrice ? to : from
}
