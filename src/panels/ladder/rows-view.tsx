/** The rows with what is done in them: pointer, wheel and keys. What a place stands for is read when the pointer goes down. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Order } from '../../../contract/account.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { actOf, useSteady } from '../../ui/index.ts'
import { LADDER_PANEL_KEYS } from './keys.ts'
import styles from './ladder.module.css'
import { OwnTags } from './own-tags.tsx'
import type { OwnTag } from './own-things.ts'
import { type Pressed, released, type Seen } from './press.ts'
import type { PriceRows } from './price-rows.ts'
import { RowLines } from './row-lines.tsx'
import type { Drag } from './use-drag.ts'
import { useDragPointer } from './use-drag-pointer.ts'
import { type Place, placeOf, seenIn, usePlace } from './use-place.ts'

interface RowsViewProps {
  readonly root: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly label: string
  readonly instrument: Instrument
  readonly isMirrored: boolean
  readonly rows: PriceRows | null
  readonly tags: readonly OwnTag[]
  readonly drag: Drag
  readonly isCancelling: (order: Order) => boolean
  readonly titleOf: (tag: OwnTag) => string
  /** A row as it is said, with its own orders. */
  readonly wordsAt: (row: number) => string
  /** A press begins in a place; null where there is no size to press with. */
  readonly onBegin: (seen: Seen) => Pressed | null
  readonly onPress: (pressed: Pressed, clicks: number) => void
  readonly onText: (words: string) => void
  /** The other button on a tag, or the key in its row. @param at px from the window's corner */
  readonly onEnd: (tags: readonly OwnTag[], at: { readonly x: number; readonly y: number }) => void
  readonly onScroll: (by: number) => void
  readonly onPointerIs: (inside: boolean) => void
  readonly onCentre: () => void
  readonly onSize: (index: number) => void
  /** The place that the pointer, or else a key, is in; null for no column of a side. */
  readonly onOver: (seen: Seen | null) => void
}

/** So far the wheel turns a row on, px. */
const WHEEL_ROW = 24

export function RowsView(props: RowsViewProps): ReactNode {
  const { root, count, label, instrument, isMirrored, rows, tags, drag } = props
  const down = useRef<Pressed | null>(null)
  const seen = (at: Place | null): Seen | null => seenIn(at, rows, instrument, isMirrored)
  const { zone, lookAt, pointerOver } = usePlace({ root, seen, onOver: props.onOver })
  const tagOf = (target: EventTarget | null): OwnTag | undefined => {
    const tag = target instanceof Element ? target.closest<HTMLElement>('[data-tag]') : null
    return tag === null ? undefined : tags[Number(tag.dataset.tag)]
  }

  const tagsAt = (at: number): readonly OwnTag[] => tags.filter((tag) => tag.row === at)

  /** Begins a press, and has the size shown of its place, where it was not. */
  const begun = (at: Place | null): Pressed | null => {
    const there = seen(at)
    if (there === null) return null
    const pressed = props.onBegin(there)
    lookAt(at)
    return pressed
  }
  const pointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    const thing = tagOf(event.target)?.things.at(-1)
    if (thing !== undefined) drag.press(thing, event.clientY)
    const place = placeOf(event.target)
    down.current = begun(place)
    // The row takes the focus as well: its keys go on from the side that was pressed.
    if (place !== null) zone.current = place.zone
  }
  // As a click and not as the pointer comes up: that tells the second click of a double click, which is no second order.
  const clicked = (event: MouseEvent<HTMLElement>): void => {
    const pressed = down.current
    down.current = null
    if (pressed === null) return
    const release = released(pressed.seen, seen(placeOf(event.target)))
    if (release.counts) props.onPress(pressed, event.detail)
    else if (release.words !== null) props.onText(release.words)
  }
  useDragPointer({ root, count, rows, drag })

  const turned = useRef(0)
  const wheel = useSteady((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    turned.current += event.deltaY
    const by = Math.trunc(turned.current / WHEEL_ROW)
    if (by === 0) return
    turned.current -= by * WHEEL_ROW
    // What was pressed on a row that moves away was pressed for that row alone.
    down.current = null
    // Another price stands under the pointer then, which does not come over it.
    pointerOver(event.target)
    props.onScroll(by)
  })
  useEffect(() => {
    const element = root.current
    // React listens passively: the page would scroll as well.
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [root, wheel])

  const rowAt = (at: number): HTMLElement | null =>
    root.current?.querySelector<HTMLElement>(`[data-row="${at}"]`) ?? null
  // The row that Tab leads to may have gone with the height of the panel.
  useLayoutEffect(() => {
    if (root.current?.querySelector('[data-row][tabindex="0"]') === null) {
      root.current.querySelector(`[data-row="${count - 1}"]`)?.setAttribute('tabindex', '0')
    }
  }, [root, count])
  const say = (row: HTMLElement): void => {
    const words = props.wordsAt(Number(row.dataset.row))
    row.ariaLabel = words === '' ? null : `${words}. ${SIDES[zone.current === 'left' ? 0 : 1]} side`
    row.dataset.at = zone.current
    lookAt({ row: Number(row.dataset.row), zone: zone.current })
  }
  const goTo = (at: number): void => {
    const from = root.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    const to = rowAt(Math.min(count - 1, Math.max(0, at)))
    if (to === null || to === undefined) return
    if (from !== null && from !== to) from?.setAttribute('tabindex', '-1')
    to.setAttribute('tabindex', '0')
    to.focus()
    say(to)
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const act = actOf(LADDER_PANEL_KEYS, event)
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (act === null || row === null) return
    event.preventDefault()
    event.stopPropagation()
    const at = Number(row.dataset.row)
    const way = event.key === 'ArrowUp' || event.key === 'PageUp' ? -1 : 1
    switch (act) {
      case 'step':
        if (at + way < 0 || at + way >= count) props.onScroll(way)
        goTo(at + way)
        return
      case 'page':
        props.onScroll(way * Math.max(1, Math.floor(count / 2)))
        return
      case 'side':
        zone.current = event.key === 'ArrowLeft' ? 'left' : 'right'
        say(row)
        return
      case 'press': {
        // A key that is held down is one press.
        if (event.repeat || drag.send()) return
        const pressed = begun({ row: at, zone: zone.current })
        if (pressed !== null) props.onPress(pressed, 0)
        return
      }
      case 'cancel':
        if (!event.repeat) props.onEnd(tagsAt(at), cornerOf(row))
        return
      case 'centre':
        props.onCentre()
        return
      case 'size':
        props.onSize(Number(event.key) - 1)
        return
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; pointer and keys are handled for all at once
    <div
      ref={root}
      className={styles.rows}
      data-ladder=""
      data-dragging={drag.dragged?.state === 'drags' ? '' : undefined}
      onPointerEnter={() => props.onPointerIs(true)}
      onPointerLeave={() => {
        props.onPointerIs(false)
        pointerOver(null)
      }}
      onPointerOver={(event) => pointerOver(event.target)}
      onPointerDown={pointerDown}
      onClick={clicked}
      onPointerCancel={() => {
        down.current = null
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        const tag = tagOf(event.target)
        if (tag !== undefined) props.onEnd([tag], { x: event.clientX, y: event.clientY })
      }}
      onFocus={(event) => {
        if (event.target instanceof HTMLElement && event.target.dataset.row !== undefined) say(event.target)
      }}
      onKeyDown={keyDown}
    >
      <Off place="above" onScroll={() => props.onScroll(-Math.floor(count / 2))} />
      <div className={styles.field}>
        <RowLines count={count} label={label} sides={SIDES} />
        <OwnTags
          tags={tags}
          rows={rows}
          dragged={drag.dragged}
          isMirrored={isMirrored}
          isCancelling={props.isCancelling}
          titleOf={props.titleOf}
        />
      </div>
      <Off place="below" onScroll={() => props.onScroll(Math.floor(count / 2))} />
    </div>
  )
}

const SIDES = ['Buy', 'Sell'] as const

const cornerOf = (row: Element): { readonly x: number; readonly y: number } => {
  const { left, bottom } = row.getBoundingClientRect()
  return { x: left, y: bottom }
}

/** Scrolls half of the rows, and says how far away the market is when it is not among them. */
const Off = ({ place, onScroll }: { place: 'above' | 'below'; onScroll: () => void }): ReactNode => (
  <button type="button" className={styles.off} tabIndex={-1} onClick={onScroll}>
    <span aria-hidden="true">{place === 'above' ? '▲' : '▼'}</span>
    <span className="visually-hidden">{place === 'above' ? 'Scroll the rows up' : 'Scroll the rows down'}</span>
    <span data-off={place}> </span>
  </button>
)
