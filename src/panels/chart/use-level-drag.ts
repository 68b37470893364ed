/** Input on a line of the chart: grab, drag, drop, and the confirmation. The library's own dragging never sees such a click. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { add, compare, type Decimal, multiply, type Price, signOf, toStep } from '../../../contract/decimal.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { useEscape } from '../../ui/index.ts'
import type { LevelLine } from './annotations.ts'
import type { ChartView } from './chart-view.ts'
import { type Drag, dragged, type GrabbedLine, lateRefusal, NO_DRAG, type Refused } from './level-drag.ts'

export interface LevelDragging {
  readonly drag: Drag
  /** Where the pointer holds or dropped the line, px from the left of the chart; null where keys ask. */
  readonly pointerX: RefObject<number | null>
  /** Asks as if the line had been dragged there, without a pointer; `to` as displayed. */
  readonly put: (line: Omit<GrabbedLine, 'grab'>, to: Price) => void
  /** The request of a grab was sent. */
  readonly sent: (grab: number) => void
  /** It was accepted. */
  readonly taken: (grab: number) => void
  /** It was refused, with the reason. */
  readonly refused: (grab: number, text: string) => void
  /** Why a request was refused whose chip is gone; null for none. */
  readonly late: string | null
  /** Moves the dropped line up by this many ticks. */
  readonly nudge: (ticks: number) => void
  /** Cancels: nothing more is sent. */
  readonly leave: () => void
}

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
export function useLevelDrag({ wrapper, drawn, levels, tick, view, onPressed }: LevelDragOptions): LevelDragging {
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
  /** The line under the pointer, or the one whose label is. */
  const lineUnder = (event: MouseEvent): LevelLine | null => under(event, 'levelAt')
  const labelUnder = (event: MouseEvent): LevelLine | null => under(event, 'labelAt')

  const press = useEffectEvent((event: MouseEvent): void => {
    const level = event.button === 0 ? lineUnder(event) : null
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
    const line = lineUnder(event)
    element.dataset.grip = line === null ? 'none' : 'line'
    drawn.current?.setPointed((labelUnder(event) ?? line)?.id ?? null)
  })
  const unpoint = useEffectEvent((): void => drawn.current?.setPointed(null))

  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    // In the capture phase: the library listens below, and would scroll with the line.
    element.addEventListener('mousedown', press, { capture: true })
    element.addEventListener('mousemove', point)
    element.addEventListener('mouseleave', unpoint)
    return () => {
      element.removeEventListener('mousedown', press, { capture: true })
      element.removeEventListener('mousemove', point)
      element.removeEventListener('mouseleave', unpoint)
    }
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
    pointerX,
    leave,
    late,
    put(request, to) {
      pointerX.current = null
      grabs.current += 1
      const line = { ...request, grab: grabs.current }
      setDrag((before) => dragged(before, { type: 'asked', line, to }))
    },
    sent: (grab) => setDrag((before) => dragged(before, { type: 'sent', grab, isSent: true })),
    taken: (grab) => setDrag((before) => dragged(before, { type: 'taken', grab })),
    refused(grab, message) {
      setRefusal({ grab, text: message })
      setDrag((before) =>
        dragged(dragged(before, { type: 'sent', grab, isSent: false }), { type: 'lines', lines: levels }),
      )
    },
    nudge(ticks) {
      setDrag((before) => {
        if (before.state !== 'asking') return before
        return dragged(before, { type: 'nudged', to: nudged(before.to, ticks, tick, view) })
      })
    },
  }
}

/** Moved up by ticks, within the price bounds. */
function nudged(from: Price, ticks: number, tick: Price, { bounds }: Pick<PriceView, 'bounds'>): Price {
  const to = add(toStep(from, tick, 'half-up'), multiply(tick, String(ticks) as Decimal) as Decimal as Price)
  const isPrice = bounds === null ? signOf(to) > 0 : compare(to, bounds.least) > 0 && compare(to, bounds.most) < 0
  return isPrice ? to : from
}
