/** Notices as toasts in a corner without a ticket or ladder, for as long as their level says. They never move a panel. */
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { millis } from '../../../contract/time.ts'
import { useMarketData, useTick } from '../../market-data/index.ts'
import { Button, classNames, STILL_AFTER_MS, useStillness, useTextScale } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { ActButton, setNoticeClock, showNotices, useNotices } from './notices.tsx'
import { changesWithTime, isNews, type Place, placeOf, type Slot, type Slots, slotsAfter } from './toast-slots.ts'
import styles from './toasts.module.css'

/** Toasts are looked at again after this, ms. */
const LOOK_MS = 250
const NO_SLOTS: Slots = []

/** The newest notices, for as long as their level says, in a corner of the workspace that has no ticket and no ladder. */
export function Toasts(): ReactNode {
  const { clock } = useMarketData()
  const { all, dismiss } = useNotices()
  const stack = useRef<HTMLElement>(null)
  useLayoutEffect(() => setNoticeClock(() => millis(clock.now())), [clock])
  const place = usePlace(stack, all.length > 0)
  const capacity = place?.capacity ?? 0
  const isOverOrders = place?.isOverOrders === true
  const [slots, setSlots] = useState(NO_SLOTS)
  const notices = isOverOrders ? all.filter(isNews) : all
  // A tick costs a frame: none while nothing but an offer is shown.
  const now = useTick(changesWithTime(slots, { notices, now: clock.now(), capacity }) ? LOOK_MS : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with each tick
  useLayoutEffect(() => {
    const isHeld = stack.current?.querySelector(':scope > :is(:hover, :focus-within)') != null
    setSlots((before) => slotsAfter(before, { notices, now: clock.now(), capacity, isHeld }))
  }, [notices, capacity, clock, now])
  const isEmpty = slots.every((slot) => slot === null)
  return (
    <section ref={stack} className={styles.stack} aria-label={MESSAGES.notices.name} hidden={isEmpty}>
      {place !== null &&
        slots.map((slot, at) =>
          slot === null ? null : (
            // Another corner is another place: its toasts appear there.
            <Toast key={`${place.corner} ${slot.notice.id}`} slot={slot} place={place} at={at} onDismiss={dismiss} />
          ),
        )}
    </section>
  )
}

interface ToastProps {
  readonly slot: Slot
  readonly place: Place
  /** Its number from the corner. */
  readonly at: number
  readonly onDismiss: (ids: readonly string[]) => void
}

function Toast({ slot: { notice, leftAt }, place, at, onDismiss }: ToastProps): ReactNode {
  const isFresh = useFresh()
  const { id, level, title, detail } = notice
  const text = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(text, `${title} ${detail}`)
  return (
    <div
      className={classNames(styles.toast, styles[level])}
      style={{ '--at': at } as CSSProperties}
      data-corner={place.corner}
      // A press on its way was meant for what it covers; one on its way to it is not for what comes to light.
      data-moved={isFresh ? '' : undefined}
      data-left={leftAt === null ? undefined : ''}
      {...(leftAt === null ? { role: level === 'error' ? 'alert' : 'status' } : { 'aria-hidden': true })}
    >
      {leftAt === null && (
        <>
          <div ref={text} className={styles.text} title={`${title}. ${detail}`}>
            <strong>{title}</strong>
            <p>{detail}</p>
          </div>
          <div className={styles.answers}>
            {isCut && (
              <Button variant="bare" size="small" onClick={showNotices}>
                {MESSAGES.notices.more}
              </Button>
            )}
            <ActButton act={notice.act} />
            <Button
              variant="bare"
              size="small"
              aria-label={MESSAGES.notices.dismissOne(title)}
              onClick={() => onDismiss([id])}
            >
              ✕
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Whether any of its lines is cut. */
function useIsCut(ref: RefObject<HTMLElement | null>, text: string): boolean {
  const scale = useTextScale()
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again with another text or size
  useLayoutEffect(() => {
    const lines = [...(ref.current?.children ?? [])]
    setCut(lines.some((line) => line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1))
  }, [ref, text, scale])
  return isCut
}

/** Whether it just appeared. */
function useFresh(): boolean {
  const { clock } = useMarketData()
  const [isFresh, setFresh] = useState(true)
  useEffect(() => clock.after(STILL_AFTER_MS, () => setFresh(false)), [clock])
  return isFresh
}

/** Panels in which a press sends an order at once, or nearly. */
const BUSY = '[data-front="ticket"], [data-front="ladder"]'
const ORDERS = '[data-front="positions"], [data-front="open-orders"]'

/** The current place for toasts in the element around them; null where no corner is free, and before the first of them. */
function usePlace(stack: RefObject<HTMLElement | null>, hasNotices: boolean): Place | null {
  const stillness = useStillness()
  const scale = useTextScale()
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const area = stack.current?.parentElement
    if (!hasNotices || area == null) return
    const look = (): void => {
      const boxes = (panels: string) => [...area.querySelectorAll(panels)].map((panel) => panel.getBoundingClientRect())
      const { width, height } = { width: WIDTH * scale + GAP, height: HEIGHT * scale + GAP }
      const next = placeOf({
        area: area.getBoundingClientRect(),
        busy: boxes(BUSY),
        orders: boxes(ORDERS),
        width,
        height,
      })
      setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    // It looks once right after it is made, when the layout is known: to ask for the layout now would cost a second one.
    const observer = new ResizeObserver(look)
    observer.observe(area)
    const stop = stillness?.onMoved(look)
    return () => {
      observer.disconnect()
      stop?.()
    }
  }, [stack, stillness, scale, hasNotices])
  return place
}

/** A toast, and the gap beside it, px at the default text size; as in the style sheet. */
const WIDTH = 300
const HEIGHT = 64
const GAP = 8
