/** The rows with their input: pointer, wheel and keys. The meaning of a place is read at pointer down. */

import {
  type CSSProperties,
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
import { grouped } from '../../format/index.ts'
import { actOf, classNames, type HandledKey, useSteady } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { type OwnTag, ordersOf } from './own-things.ts'
import { type Place, type Pressed, placeOf, released, type Seen, seenIn, usePlace } from './press.ts'
import { type PriceRows, rowOf } from './price-rows.ts'
import { RowLines } from './rows-painter.tsx'
import { type Drag, type Dragged, useDragPointer } from './use-drag.ts'

export type LadderAct = 'step' | 'page' | 'side' | 'press' | 'cancel' | 'centre' | 'size'

/** The keys of the ladder: what they do, and their entries in the sheet of keys. */
export const LADDER_PANEL_KEYS: readonly HandledKey<LadderAct>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown'], does: 'Move between rows' },
  { act: 'page', keys: ['PageUp', 'PageDown'], does: 'Scroll the rows' },
  { act: 'side', keys: ['ArrowLeft', 'ArrowRight'], does: 'Move to bids or asks' },
  { act: 'press', keys: ['Enter', ' '], does: 'Same as a click, or send the pending move' },
  { act: 'cancel', keys: ['Delete'], does: 'Cancel your orders in the row' },
  { act: 'centre', keys: ['Home'], does: 'Center on the market' },
  { act: 'size', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], does: 'Choose a size' },
]

interface OwnTagsProps {
  readonly tags: readonly OwnTag[]
  readonly rows: PriceRows | null
  readonly dragged: Dragged | null
  readonly isMirrored: boolean
  readonly isCancelling: (order: Order) => boolean
  readonly titleOf: (tag: OwnTag) => string
}

const at = (row: number): CSSProperties => ({ '--at': row }) as CSSProperties

/**
 * Own orders, stops and targets as tags in the rows: dragged by the pointer, canceled by its secondary button. For the keyboard, the rows describe
 * them.
 */
function OwnTags({ tags, rows, dragged, isMirrored, isCancelling, titleOf }: OwnTagsProps): ReactNode {
  const placeOf = (side: Order['side']): string | undefined =>
    (side === 'buy') === isMirrored ? styles.tagRight : styles.tagLeft
  const ghost = dragged === null || rows === null ? null : rowOf(rows, dragged.to, dragged.thing.side)
  /** Beside orders of the same row an exit shows its mark alone: its size is in its title, and theirs stays visible. */
  const isBeside = (tag: OwnTag): boolean =>
    tag.kind === 'exit' && tags.some((one) => one.kind === 'order' && one.row === tag.row && one.side === tag.side)
  return (
    <div className={styles.tags} aria-hidden="true">
      {tags.map((tag, index) => {
        const orders = ordersOf(tag)
        const isMoving = dragged !== null && tag.things.some(({ id }) => id === dragged.thing.id)
        const isLeaving = orders.length > 0 && orders.every(isCancelling)
        return (
          <span
            key={`${tag.row} ${tag.side} ${tag.kind}`}
            className={classNames(
              styles.tag,
              placeOf(tag.side),
              tag.kind === 'exit' && styles.exit,
              isBeside(tag) && styles.beside,
              (isMoving || isLeaving) && styles.leaving,
            )}
            style={at(tag.row)}
            data-tag={index}
            data-kind={tag.kind}
            data-side={tag.side}
            title={titleOf(tag)}
          >
            {tag.mark !== '' && <b className={styles.mark}>{tag.mark}</b>}
            {!isBeside(tag) && tag.size !== null && grouped(tag.size)}
            {!isBeside(tag) && tag.things.length > 1 && <small>·{tag.things.length}</small>}
          </span>
        )
      })}
      {dragged !== null && ghost !== null && rows !== null && ghost >= 0 && ghost < rows.count && (
        <span
          className={classNames(styles.tag, styles.ghost, placeOf(dragged.thing.side))}
          style={at(ghost)}
          data-ghost=""
        >
          {dragged.thing.kind === 'exit' && <b className={styles.mark}>{dragged.thing.name.slice(0, 1)}</b>}
          {dragged.thing.size !== null && grouped(dragged.thing.size)}
        </span>
      )}
    </div>
  )
}

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
  /** The description of a row, with own orders. */
  readonly wordsAt: (row: number) => string
  /** A click starts in a place; returns null where there is no size. */
  readonly onBegin: (seen: Seen) => Pressed | null
  readonly onPress: (pressed: Pressed, clicks: number) => void
  readonly onText: (text: string) => void
  /** The secondary button on a tag, or the key in its row. @param at px from the window's corner */
  readonly onEnd: (tags: readonly OwnTag[], at: { readonly x: number; readonly y: number }) => void
  readonly onScroll: (by: number) => void
  readonly onPointerIs: (inside: boolean) => void
  readonly onCentre: () => void
  readonly onSize: (index: number) => void
  /** The place of the pointer, or else of the keyboard; null outside of the side columns. */
  readonly onOver: (seen: Seen | null) => void
}

/** Wheel distance per row, px. */
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

  /** Starts a click, and shows the size of its place if it was not shown yet. */
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
    // The row also takes the focus: its keys continue from the clicked side.
    if (place !== null) zone.current = place.zone
  }
  // On click rather than pointer up: it identifies the second click of a double click, which is not a second order.
  const clicked = (event: MouseEvent<HTMLElement>): void => {
    const pressed = down.current
    down.current = null
    if (pressed === null) return
    const release = released(pressed.seen, seen(placeOf(event.target)))
    if (release.counts) props.onPress(pressed, event.detail)
    else if (release.text !== null) props.onText(release.text)
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
    // A click on a row that moves away was meant for that row alone.
    down.current = null
    // Another price is now under the pointer, without a pointer event.
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
  // The row of the Tab stop may be gone after a change of the panel's height.
  useLayoutEffect(() => {
    if (root.current?.querySelector('[data-row][tabindex="0"]') === null) {
      root.current.querySelector(`[data-row="${count - 1}"]`)?.setAttribute('tabindex', '0')
    }
  }, [root, count])
  const say = (row: HTMLElement): void => {
    const text = props.wordsAt(Number(row.dataset.row))
    row.ariaLabel = text === '' ? null : `${text}. ${SIDES[zone.current === 'left' ? 0 : 1]} side`
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
        // A held key counts once.
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

/** Scrolls by half of the rows, and shows how far away the market is when it is out of view. */
const Off = ({ place, onScroll }: { place: 'above' | 'below'; onScroll: () => void }): ReactNode => (
  <button type="button" className={styles.off} tabIndex={-1} onClick={onScroll}>
    <span aria-hidden="true">{place === 'above' ? '▲' : '▼'}</span>
    <span className="visually-hidden">{place === 'above' ? 'Scroll the rows up' : 'Scroll the rows down'}</span>
    <span data-off={place}> </span>
  </button>
)
