/** The price steps of a book or a ladder: the choice, its menu, and the requested number of levels. */
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { type Decimal, multiply, type Price } from '../../contract/decimal.ts'
import { Menu, type MenuEntry, usePanelOffers } from '../ui/index.ts'
import { MESSAGES } from './messages.ts'

/** Price steps the book can be grouped by: multiples of the market's tick. */
export const MULTIPLES = [1, 5, 10, 50, 100] as const
type Multiple = (typeof MULTIPLES)[number]

/** Parses the saved choice; no grouping for anything else. */
export const multipleFrom = (kept: unknown): Multiple => MULTIPLES.find((one) => one === kept) ?? 1

/** The step as text: the label of the choice. */
export const stepText = (tick: Price, multiple: Multiple): Price => multiply(tick, String(multiple) as Decimal)

/** The step for the book topic: null for no grouping. */
export const stepOf = (tick: Price | null, multiple: Multiple): Price | null =>
  tick === null || multiple === 1 ? null : stepText(tick, multiple)

interface GroupingMenuProps {
  readonly tick: Price
  readonly multiple: Multiple
  readonly onChange: (multiple: Multiple) => void
  /** Additional menu entries, and their suffix in the button's name: `, and copying`. */
  readonly more?: { readonly entries: readonly MenuEntry[]; readonly text: string }
}

export function GroupingMenu({ tick, multiple, onChange, more }: GroupingMenuProps): ReactNode {
  const steps = MULTIPLES.map((value) => ({
    id: String(value),
    label: stepText(tick, value),
    selected: value === multiple,
    onAction: () => onChange(value),
  }))
  usePanelOffers(
    'grouping',
    steps.map(({ onAction, ...step }) => ({ ...step, choose: onAction })),
  )
  return (
    <Menu
      label={MESSAGES.grouping(stepText(tick, multiple), more?.text)}
      entries={[...steps.map((step) => ({ ...step, section: 'Group by' })), ...(more?.entries ?? [])]}
    >
      {stepText(tick, multiple)} <span aria-hidden="true">▾</span>
    </Menu>
  )
}

/** Rows shrink, down to `LOWEST_ROW`, until this many levels fit. */
const USUAL_LEVELS = 15
/** The lowest legible row, px at the default text size. */
const LOWEST_ROW = 13
/** Most levels per side in a book topic. */
const MAX_LEVELS = 100
/** Height of the row between asks and bids, px, at `scale` times the default text size; `--spread-height` in the style sheet. */
const middleHeight = (scale: number): number => Math.round(46 * scale)

/** Rows per side of a full book: the service's 25 levels (docs/service/websocket.md#channels), and one that marks the end. */
const ROWS_OF_ALL = 26

/** Comfortable height of a level, px, where a table's row is `row` px. */
export const levelHeight = (row: number): number => row - 2

/** Height in which every received level has a comfortable row, px. */
export const heightOfAll = (row: number, scale: number): number =>
  2 * ROWS_OF_ALL * levelHeight(row) + middleHeight(scale)

/** Levels per side for a total of `height` px, with rows of `row` px where more than the minimum fits, in text of this scale. */
export function levelsFor(height: number, row: number, scale: number): number {
  const side = (height - middleHeight(scale)) / 2
  const squeezed = Math.min(USUAL_LEVELS, Math.floor(side / (LOWEST_ROW * scale)))
  return Math.min(MAX_LEVELS, Math.max(1, squeezed, Math.floor(side / row)))
}

/** Levels per side that fit an element, with rows of `row` px and text of this scale; null until it has been measured. */
export function useLevels(element: RefObject<HTMLElement | null>, row: number, scale: number): number | null {
  const [levels, setLevels] = useState<number | null>(null)
  useLayoutEffect(() => {
    const room = element.current
    if (room === null) return
    const measure = (): void => {
      // A background panel has no height: its levels stay.
      if (room.clientHeight > 0) setLevels(levelsFor(room.clientHeight, row, scale))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    return () => observer.disconnect()
  }, [element, row, scale])
  return levels
}
