/** Sets an alert by a click on the price scale: the price is shown beside the pointer, and only a click without a drag sets it. */

import { type CSSProperties, type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { compare, type Price } from '../../../contract/decimal.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { useEscape } from '../../ui/index.ts'
import type { LevelLine } from './annotations.ts'
import styles from './chart.module.css'
import type { ChartView } from './chart-view.ts'

/** A displayed price of the scale, and its pixel from the top of the pane. */
export interface ScalePlace {
  readonly price: Price
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A click on a price scale, from hovering a price to setting it. The scale is also dragged, and double-clicked to fit the prices: neither sets
 * anything. Pure.
 */
export type AxisPress =
  /** `at` is under the pointer; null elsewhere. A click means what was shown, regardless of movement below. */
  | { readonly state: 'none'; readonly at: ScalePlace | null }
  | { readonly state: 'down'; readonly at: ScalePlace; readonly from: Point }
  /** Waits for a possible second click. */
  | { readonly state: 'let_go'; readonly at: ScalePlace }
  /** Ignored until the button is released. */
  | { readonly state: 'over'; readonly at: null }

type AxisPressEvent =
  | ({ readonly type: 'moved'; readonly at: ScalePlace | null; readonly isDown: boolean } & Point)
  | ({ readonly type: 'down'; readonly at: ScalePlace | null } & Point)
  | { readonly type: 'up' }
  /** The pointer or the window left. */
  | { readonly type: 'left' }
  /** Esc. */
  | { readonly type: 'dropped' }
  /** It was confirmed, and is done. */
  | { readonly type: 'set' }

export const NO_PRESS: AxisPress = { state: 'none', at: null }
const OVER: AxisPress = { state: 'over', at: null }

/** Maximum pointer movement of a click that is not a drag, px. */
const STILL = 3

/** The state after an event; the same object where nothing changed. */
export function axisPressed(press: AxisPress, event: AxisPressEvent): AxisPress {
  switch (event.type) {
    case 'moved':
      return moved(press, event)
    case 'down':
      // A second click fits the scale; any other one starts with the price shown under it.
      if (press.state === 'let_go') return OVER
      if (event.at === null) return press.state === 'none' && press.at === null ? press : NO_PRESS
      return { state: 'down', at: press.at ?? event.at, from: { x: event.x, y: event.y } }
    case 'up':
      if (press.state === 'down') return { state: 'let_go', at: press.at }
      return press.state === 'over' ? NO_PRESS : press
    case 'left':
      // A completed click counts wherever the pointer goes after it.
      return press.state === 'let_go' || press === NO_PRESS ? press : NO_PRESS
    case 'dropped':
      return press.state === 'down' ? OVER : NO_PRESS
    case 'set':
      return NO_PRESS
  }
}

function moved(press: AxisPress, { at, x, y, isDown }: Extract<AxisPressEvent, { type: 'moved' }>): AxisPress {
  switch (press.state) {
    case 'none': {
      const shown = isDown ? null : at
      return shown?.price === press.at?.price && shown?.y === press.at?.y ? press : { state: 'none', at: shown }
    }
    case 'down':
      return Math.hypot(x - press.from.x, y - press.from.y) > STILL ? OVER : press
    case 'let_go':
      return press
    case 'over':
      return isDown ? press : { state: 'none', at }
  }
}

interface AxisAlertProps {
  /** The element that the library draws in. */
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly levels: readonly LevelLine[]
  readonly view: Pick<PriceView, 'seen' | 'named' | 'second' | 'bounds'>
  /** Why no alert can be set at a price of the market; null where one can. */
  readonly alertOff: (price: Price) => string | null
  readonly setAlert: (price: Price) => void
  /** A line is being dragged. */
  readonly isBusy: boolean
}

/** A second click within this time fits the scale to the prices, and sets nothing, ms. */
const SECOND_PRESS_MS = 300

export function AxisAlert(props: AxisAlertProps): ReactNode {
  const { wrapper, drawn, levels, view, alertOff, setAlert, isBusy } = props
  const { clock } = useMarketData()
  const [press, setPress] = useState<AxisPress>(NO_PRESS)

  /** The displayed price under the pointer, with its position; null except on a scale. */
  const under = (event: MouseEvent): { readonly price: Price; readonly y: number } | null => {
    const [box, places] = [wrapper.current?.getBoundingClientRect(), drawn.current?.places]
    if (box === undefined || places === undefined || !(event.target instanceof HTMLCanvasElement)) return null
    const y = event.clientY - box.top
    const price = places.isOnScale(event.clientX - box.left, y) ? places.tickAt(y) : null
    if (price === null || (view.bounds !== null && !isWithin(price, view.bounds))) return null
    return { price, y }
  }
  const move = useEffectEvent((event: MouseEvent): void => {
    const at = isBusy ? null : under(event)
    setPress((before) =>
      axisPressed(before, { type: 'moved', at, x: event.clientX, y: event.clientY, isDown: event.buttons !== 0 }),
    )
  })
  const down = useEffectEvent((event: MouseEvent): void => {
    const at = event.button !== 0 || isBusy ? null : under(event)
    setPress((before) => axisPressed(before, { type: 'down', at, x: event.clientX, y: event.clientY }))
  })
  const up = useEffectEvent((): void => setPress((before) => axisPressed(before, { type: 'up' })))
  const leave = useEffectEvent((): void => setPress((before) => axisPressed(before, { type: 'left' })))

  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('mousemove', move, { signal })
    element.addEventListener('mousedown', down, { capture: true, signal })
    element.addEventListener('mouseleave', leave, { signal })
    window.addEventListener('mouseup', up, { signal })
    window.addEventListener('blur', leave, { signal })
    return () => listeners.abort()
  }, [wrapper])

  const at = press.at
  const isHeld = press.state === 'down' || press.state === 'let_go'
  useEscape('drag', isHeld, () => setPress((before) => axisPressed(before, { type: 'dropped' })))

  const market = at === null ? null : view.seen(at.price)
  const isThere =
    at !== null && levels.some(({ grip, price }) => grip?.kind === 'alert' && compare(price, at.price) === 0)
  const off = market === null ? null : isThere ? 'An alert is already set here' : offText(alertOff(market))
  const set = useEffectEvent((): void => {
    setPress((before) => axisPressed(before, { type: 'set' }))
    if (market !== null && off === null) setAlert(market)
  })
  const isLetGo = press.state === 'let_go'
  useEffect(() => (isLetGo ? clock.after(SECOND_PRESS_MS, () => set()) : undefined), [isLetGo, clock])

  useEffect(() => {
    const element = wrapper.current
    if (element !== null) element.dataset.scale = at === null ? 'none' : 'alert'
  }, [at, wrapper])

  if (at === null || market === null) return null
  return (
    <div role="tooltip" className={styles.axisHint} style={{ '--y': `${at.y}px` } as CSSProperties}>
      <span>{off ?? `Set alert at ${view.named(market)} (${view.second(market)})`}</span>
    </div>
  )
}

const isWithin = (price: Price, { least, most }: { readonly least: Price; readonly most: Price }): boolean =>
  compare(price, least) > 0 && compare(price, most) < 0

const offText = (reason: string | null): string | null => (reason === null ? null : `No alert here: ${reason}`)
