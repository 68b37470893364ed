/** Where toasts are shown, and which: nothing of this moves a panel, or a toast that is already shown. Pure. */
import type { Notice } from '../../../contract/session.ts'
import { type Box, STILL_AFTER_MS } from '../../ui/index.ts'

/** A notice of this window. */
export interface ShownNotice extends Omit<Notice, 'act'> {
  /** `waiting`: it opens the work that waits for the trader. `first_steps`: an offer, which stays until it is dismissed. */
  readonly act: Notice['act'] | { readonly kind: 'waiting' | 'first_steps' }
}

/** How long a toast is shown, ms; errors stay until they are dismissed. */
const SHOWN_MS: { readonly [L in Notice['level']]: number } = {
  info: 6_000,
  warning: 15_000,
  error: Number.POSITIVE_INFINITY,
}

/** A place of the stack, the one nearest to the corner first. */
export interface Slot {
  readonly notice: ShownNotice
  /** ms since the epoch. */
  readonly shownAt: number
  /** Since when its empty place still takes presses meant for it, ms since the epoch; null while it is shown. */
  readonly leftAt: number | null
}

export type Slots = readonly (Slot | null)[]

interface SlotFacts {
  /** Newest first. */
  readonly notices: readonly ShownNotice[]
  readonly now: number
  /** Number of places. */
  readonly capacity: number
  /** The pointer or the focus is on the stack: none goes by itself. */
  readonly isHeld: boolean
}

/** Whether it reports something; the offer of a window's first steps does not. */
export const isNews = ({ act }: ShownNotice): boolean => act?.kind !== 'first_steps'

const isOver = (since: number, notice: ShownNotice, now: number): boolean =>
  isNews(notice) && now - since >= SHOWN_MS[notice.level]

/** How many more errors may be shown: they stay, and must leave a place for what comes and goes. */
const placesForErrors = (capacity: number, shown: number): number => Math.max(0, Math.max(1, capacity - 1) - shown)

/** The slots a moment later. A toast keeps its place; the place of one that went is free once a press can no longer be meant for it. */
export function slotsAfter(before: Slots, { notices, now, capacity, isHeld }: SlotFacts): Slots {
  const open = notices.filter(({ isDismissed }) => !isDismissed)
  const slots: (Slot | null)[] = Array.from({ length: capacity }, (_, at) => {
    const slot = before[at] ?? null
    if (slot === null) return null
    if (slot.leftAt !== null) return now - slot.leftAt < STILL_AFTER_MS ? slot : null
    const notice = open.find(({ id }) => id === slot.notice.id)
    if (notice === undefined || (!isHeld && isOver(slot.shownAt, notice, now))) return { ...slot, leftAt: now }
    return notice === slot.notice ? slot : { ...slot, notice }
  })
  const isShown = ({ id }: ShownNotice): boolean => slots.some((slot) => slot?.notice.id === id)
  const waiting = open.filter((notice) => !isShown(notice) && !isOver(notice.at, notice, now))
  const of = (level: Notice['level']): readonly ShownNotice[] =>
    waiting.filter((one) => one.level === level && isNews(one))
  const errorsShown = slots.filter((slot) => slot?.notice.level === 'error').length
  const news = [...of('error').slice(0, placesForErrors(capacity, errorsShown)), ...of('warning'), ...of('info')]
  // An offer makes way for news, and returns once there is room.
  const places = slots.filter((slot) => slot === null || slot.leftAt !== null).length
  if (!isHeld && news.length > places) {
    for (const [at, slot] of slots.entries())
      if (slot !== null && slot.leftAt === null && !isNews(slot.notice)) slots[at] = { ...slot, leftAt: now }
  }
  const next = [...news, ...waiting.filter((one) => !isNews(one))]
  for (const [at, slot] of slots.entries()) {
    if (slot !== null) continue
    const notice = next.shift()
    if (notice !== undefined) slots[at] = { notice, shownAt: now, leftAt: null }
  }
  const isSame = slots.length === before.length && slots.every((slot, at) => slot === before[at])
  return isSame ? before : slots
}

/** Whether time alone changes the slots: a toast goes, its place becomes free, or a notice waits for one. What stays until it is dismissed does not. */
export function changesWithTime(slots: Slots, { notices, now, capacity }: Omit<SlotFacts, 'isHeld'>): boolean {
  const goes = ({ notice, leftAt }: Slot): boolean =>
    leftAt !== null || (isNews(notice) && Number.isFinite(SHOWN_MS[notice.level]))
  const waits = (notice: ShownNotice): boolean =>
    !notice.isDismissed && !isOver(notice.at, notice, now) && !slots.some((slot) => slot?.notice.id === notice.id)
  return slots.some((slot) => slot !== null && goes(slot)) || (capacity > 0 && notices.some(waits))
}

/** In the order of preference. */
const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
type Corner = (typeof CORNERS)[number]

/** Fewer are only shown where no corner has space for more. */
const ENOUGH = 2
/** How many are shown at once, the most first. */
const COUNTS = [4, 3, 2, 1] as const

export interface Place {
  readonly corner: Corner
  readonly capacity: number
  /** Whether a toast there covers positions or open orders: an offer, which stays until it is dismissed, must not. */
  readonly isOverOrders: boolean
}

interface PlaceFacts {
  /** The workspace. */
  readonly area: Box
  /** Tickets and ladders. */
  readonly busy: readonly Box[]
  /** Positions and open orders. */
  readonly orders: readonly Box[]
  /** A toast with the gap beside it, px. */
  readonly width: number
  readonly height: number
}

/** The corner of the workspace in which toasts cover no ticket and no ladder; null where there is none. */
export function placeOf({ area, busy, orders, width, height }: PlaceFacts): Place | null {
  const places = CORNERS.map((corner): Place => {
    const left = corner.endsWith('left') ? area.left : area.left + area.width - width
    const boxOf = (count: number): Box => {
      const tall = count * height
      return { left, top: corner.startsWith('top') ? area.top : area.top + area.height - tall, width, height: tall }
    }
    const fits = (count: number): boolean =>
      count * height <= area.height && width <= area.width && !busy.some((one) => overlap(boxOf(count), one))
    return {
      corner,
      capacity: COUNTS.find(fits) ?? 0,
      isOverOrders: orders.some((one) => overlap(boxOf(1), one)),
    }
  })
  return places.find(({ capacity }) => capacity >= ENOUGH) ?? places.find(({ capacity }) => capacity > 0) ?? null
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
