/** The menu of the chart: at a price, and at an own line. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { usePriceMenu } from '../../price-menu.tsx'
import type { LevelLine } from './annotations.ts'
import styles from './chart.module.css'
import type { ChartView } from './chart-view.ts'
import { type LineAction, lineEntries, pressedEntries } from './line-entries.ts'
import type { LevelDragging } from './use-level-drag.ts'

interface ChartMenuOptions {
  readonly wrapper: RefObject<HTMLDivElement | null>
  readonly drawn: RefObject<ChartView | null>
  readonly levels: readonly LevelLine[]
  readonly instrument: Instrument
  readonly charted: Instrument
  readonly view: PriceView
  readonly now: () => Price | null
  readonly dragging: LevelDragging
}

/** Px from the window's corner. */
interface Place {
  readonly x: number
  readonly y: number
}

export function useChartMenu(options: ChartMenuOptions) {
  const { wrapper, drawn, levels, instrument, charted, view, now, dragging } = options
  const call = useCall()
  const {
    open,
    menu,
    message: said,
    say,
    cancel,
    alertOff,
    setAlert,
  } = usePriceMenu({ instrument, drawn: charted, view })
  const act = (action: LineAction): void => {
    const failed = (error: unknown): void => say(errorText(error))
    if (action.kind === 'cancel_order') cancel(action.grip.order)
    else if (action.kind === 'cancel_exit') call('cancelConditional', { id: action.id }).catch(failed)
    else if (action.kind === 'delete_alert') call('removeAlert', { id: action.id }).catch(failed)
    else if (action.line.grip !== undefined) {
      dragging.put({ id: action.line.id, grip: action.line.grip, price: action.line.price }, action.to)
    }
  }
  const openAt = (x: number, y: number, line: LevelLine | null, price: Price | null): void => {
    const position = levels.find(({ grip }) => grip?.kind === 'position') ?? null
    open({ x, y, price, first: lineEntries({ line, position, price, now: now(), view, act }) })
  }
  const onContextMenu = useEffectEvent((event: MouseEvent): void => {
    const [box, made] = [wrapper.current?.getBoundingClientRect(), drawn.current]
    if (box === undefined || made === null) return
    event.preventDefault()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const { left, right } = made.places.pane
    const line = x < left || x > right ? null : made.places.levelAt(x - left, y)
    const tick = made.places.tickAt(y)
    const at = line === null ? tick : line.price
    openAt(event.clientX, event.clientY, line, at === null ? null : view.seen(at))
  })
  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    element.addEventListener('contextmenu', onContextMenu)
    return () => element.removeEventListener('contextmenu', onContextMenu)
  }, [wrapper])
  return {
    /** Overlay of the chart: the menu, and the result of a choice. */
    menu: (
      <>
        {menu}
        {said !== null && (
          <div role="status" className={styles.chip}>
            <span>{said}</span>
          </div>
        )}
      </>
    ),
    /** Opens the entries of a line alone, px from the window's corner. */
    openOf(line: LevelLine, { x, y }: Place): void {
      open({ x, y, price: null, label: line.text, first: pressedEntries({ line, view, act }) })
    },
    /** Opens it for a line, px from the window's corner. */
    openFor: (line: LevelLine, { x, y }: Place): void => openAt(x, y, line, view.seen(line.price)),
    act,
    /** The alert functions for clicks on a price scale. */
    alerts: { alertOff, setAlert },
  }
}
