/**
 * Notices that belong to no panel: toasts in a corner without a ticket or ladder, for a while, and the list of all of them behind a button of the
 * status bar. Neither ever moves a panel.
 */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { create } from 'zustand'
import { signOf } from '../../../contract/decimal.ts'
import { safeBlock, safeText } from '../../../contract/safe-text.ts'
import type { Notice } from '../../../contract/session.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import { errorText, TerminalFailure, useCall } from '../../bridge/index.ts'
import { timeText } from '../../format/index.ts'
import { useMarketData, useTick, useTopic } from '../../market-data/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import { Button, classNames, Dialog, STILL_AFTER_MS, useStillness, useTextScale } from '../../ui/index.ts'
import { WhatsNew } from '../../updates/index.ts'
import { askExits, showPanel } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { type Place, placeOf, type Slot, type Slots, slotsAfter } from './toast-slots.ts'
import styles from './toasts.module.css'

interface Store {
  /** Refusals of requests from the top bar, the newest first: notices of this window until the request succeeds or they are dismissed. */
  readonly refusals: readonly Notice[]
  /** When the list of notices was last open, ms since the epoch. */
  readonly seenAt: number
  /** The window's clock, once it is open. */
  readonly now: () => Millis
}

const useStore = create<Store>(() => ({ refusals: [], seenAt: 0, now: () => millis(0) }))

const refusalId = (title: string): string => `refusal: ${title}`

function dropRefusals(ids: readonly string[]): void {
  useStore.setState(({ refusals }) => ({ refusals: refusals.filter(({ id }) => !ids.includes(id)) }))
}

/** Shows under its title why a request was refused, and removes that once it succeeds. A cancellation by the trader is not a refusal. */
export function reportRefusal(title: string, request: Promise<unknown>): void {
  const id = refusalId(title)
  request.then(
    () => dropRefusals([id]),
    (error: unknown) => {
      if (error instanceof TerminalFailure && error.code === 'declined') return
      const texts = { title: safeText(title), detail: safeBlock(errorText(error)) }
      const at = useStore.getState().now()
      const refusal: Notice = { id, level: 'error', ...texts, at, isDismissed: false, act: null }
      useStore.setState(({ refusals }) => ({ refusals: [refusal, ...refusals.filter((one) => one.id !== id)] }))
    },
  )
}

/** News of this version, shown once. */
export function News(): ReactNode {
  const call = useCall()
  return <WhatsNew putAway={() => reportRefusal('Notices', call('putAwayWhatsNew', {}))} />
}

const NONE: readonly Notice[] = []

/** Every notice, the newest first, and how to dismiss some. */
function useNotices(): { readonly all: readonly Notice[]; readonly dismiss: (ids: readonly string[]) => void } {
  const call = useCall()
  const notices = useTopic({ kind: 'notices' }) ?? NONE
  const refusals = useStore((store) => store.refusals)
  const all = useMemo(
    () => (refusals.length === 0 ? notices : [...refusals, ...notices].sort((a, b) => b.at - a.at)),
    [notices, refusals],
  )
  return {
    all,
    dismiss(ids) {
      dropRefusals(ids)
      const others = ids.filter((id) => notices.some((notice) => notice.id === id))
      if (others.length > 0) call('dismissNotices', { ids: others }).catch(() => undefined)
    },
  }
}

/** Toasts are looked at again after this, ms. */
const LOOK_MS = 250
const NO_SLOTS: Slots = []

/** The newest notices, for as long as their level says, in a corner of the workspace that has no ticket and no ladder. */
export function Toasts(): ReactNode {
  const { clock } = useMarketData()
  const { all, dismiss } = useNotices()
  const stack = useRef<HTMLElement>(null)
  useLayoutEffect(() => useStore.setState({ now: () => millis(clock.now()) }), [clock])
  const place = usePlace(stack)
  const capacity = place?.capacity ?? 0
  const [slots, setSlots] = useState(NO_SLOTS)
  const now = useTick(slots.some((slot) => slot !== null) ? LOOK_MS : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with each tick
  useLayoutEffect(() => {
    const isHeld = stack.current?.querySelector(':scope > :is(:hover, :focus-within)') != null
    setSlots((before) => slotsAfter(before, { notices: all, now: clock.now(), capacity, isHeld }))
  }, [all, capacity, clock, now])
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
          <div className={styles.text} title={`${title}. ${detail}`}>
            <strong>{title}</strong>
            <p>{detail}</p>
          </div>
          <div className={styles.answers}>
            {notice.act !== null && <ProtectButton act={notice.act} />}
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

/** Whether it just appeared. */
function useFresh(): boolean {
  const { clock } = useMarketData()
  const [isFresh, setFresh] = useState(true)
  useEffect(() => clock.after(STILL_AFTER_MS, () => setFresh(false)), [clock])
  return isFresh
}

/** Panels in which a press sends an order at once, or nearly. */
const BUSY = '[data-front="ticket"], [data-front="ladder"]'

/** The current place for toasts in the element around them; null where no corner is free. */
function usePlace(stack: RefObject<HTMLElement | null>): Place | null {
  const stillness = useStillness()
  const scale = useTextScale()
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const look = (): void => {
      const area = stack.current?.parentElement
      if (area == null) return
      const busy = [...area.querySelectorAll(BUSY)].map((panel) => panel.getBoundingClientRect())
      const { width, height } = { width: WIDTH * scale + GAP, height: HEIGHT * scale + GAP }
      const next = placeOf({ area: area.getBoundingClientRect(), busy, width, height })
      setPlace((before) => (before?.corner === next?.corner && before?.capacity === next?.capacity ? before : next))
    }
    look()
    return stillness?.onMoved(look)
  }, [stack, stillness, scale])
  return place
}

/** A toast, and the gap beside it, px at the default text size; as in the style sheet. */
const WIDTH = 300
const HEIGHT = 64
const GAP = 8

/** The button of the status bar: how many notices came since the list was last open; the list is one click away. */
export function NoticesButton(): ReactNode {
  const { clock } = useMarketData()
  const { all, dismiss } = useNotices()
  const seenAt = useStore((store) => store.seenAt)
  const [isOpen, setOpen] = useState(false)
  const open = all.filter(({ isDismissed }) => !isDismissed)
  const fresh = open.filter(({ at }) => at > seenAt).length
  const see = (): void => useStore.setState({ seenAt: clock.now() })
  const close = (): void => {
    see()
    setOpen(false)
  }
  return (
    <div className={styles.button}>
      <button
        type="button"
        className={styles.show}
        aria-label={MESSAGES.notices.count(fresh)}
        data-level={open.some(({ level }) => level === 'error') ? 'error' : undefined}
        onClick={() => {
          see()
          setOpen(true)
        }}
      >
        <Bell />
        <span className={styles.word}>{MESSAGES.notices.name}</span>
        {fresh > 0 && <span className={styles.fresh}>{fresh}</span>}
      </button>
      {isOpen && (
        <Dialog
          title={MESSAGES.notices.name}
          isWide
          onClose={close}
          onSubmit={close}
          actions={
            <>
              {open.length > 0 && (
                <Button onClick={() => dismiss(open.map(({ id }) => id))}>{MESSAGES.notices.dismissAll}</Button>
              )}
              <Button type="submit">{MESSAGES.notices.close}</Button>
            </>
          }
        >
          {all.length === 0 ? MESSAGES.notices.none : <List notices={all} />}
        </Dialog>
      )}
    </div>
  )
}

/** Decorative: the button is named. */
const Bell = (): ReactNode => (
  <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor">
    <path d="M2 9h8c-1-1-1.2-2-1.2-4a2.8 2.8 0 0 0-5.6 0c0 2-.2 3-1.2 4ZM5 10.8h2" strokeLinejoin="round" />
  </svg>
)

const List = ({ notices }: { readonly notices: readonly Notice[] }): ReactNode => (
  <ul className={styles.list}>
    {notices.map(({ id, level, title, detail, at, act }) => (
      <li key={id}>
        <time>{timeText(at)}</time>
        <span className={classNames(styles.level, styles[level])}>{MESSAGES.notices.levels[level]}</span>
        <div>
          <strong>{title}</strong>
          <p>{detail}</p>
        </div>
        {act !== null && <ProtectButton act={act} />}
      </li>
    ))}
  </ul>
)

/** Renders nothing in windows of other deployments, which the notice is not about. */
function ProtectButton({ act }: { readonly act: NonNullable<Notice['act']> }): ReactNode {
  const session = useSession()
  const positions = useAccount().data?.positions
  if (session?.profile.name !== act.profile) return null
  const isHeld = positions?.some(({ asset, size }) => asset === act.asset && signOf(size) !== 0) === true
  return isHeld ? (
    <Button size="small" aria-label={`Protect ${act.asset}…`} onClick={() => askExits(act.asset)}>
      Protect…
    </Button>
  ) : (
    <Button size="small" aria-label={`Show the orders in ${act.asset}`} onClick={() => showPanel('open-orders')}>
      Show orders
    </Button>
  )
}
