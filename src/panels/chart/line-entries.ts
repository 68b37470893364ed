/** The menu of a line of the chart: its cancel, and for a position the exits that can be dragged out of it. Pure. */

import { levelOfRule } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import { type Price, subtract, trimZeros } from '../../../contract/decimal.ts'
import { HELD_TEXTS, heldName } from '../../exit-plan/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { cancelText } from '../../trade-forms/index.ts'
import type { MenuEntry } from '../../ui/index.ts'
import { type Grip, type LevelLine, pulledOf } from './annotations.ts'

/** What a menu entry does with a chart line. */
export type LineAction =
  | { readonly kind: 'cancel_order'; readonly grip: Extract<Grip, { readonly kind: 'order' }> }
  | { readonly kind: 'cancel_exit'; readonly id: string }
  | { readonly kind: 'delete_alert'; readonly id: string }
  /** As if the line had been dragged there. */
  | { readonly kind: 'pull'; readonly line: LevelLine; readonly to: Price }

interface LineEntriesInput {
  /** The clicked line; null for an empty place. */
  readonly line: LevelLine | null
  /** The current position, wherever its line is; null without one. */
  readonly position: LevelLine | null
  /** The market's own price at the click; null where there is none. */
  readonly price: Price | null
  /** The current price; null while unknown. */
  readonly now: Price | null
  readonly view: Pick<PriceView, 'named' | 'seen'>
  readonly act: (action: LineAction) => void
}

export function lineEntries(input: LineEntriesInput): readonly MenuEntry[] {
  const { line } = input
  const own = line?.grip === undefined ? [] : ownEntries(line.grip, input)
  return [...own, ...pullEntries(input)]
}

/** For a clicked line: its description, moving it without a pointer, and its cancel last. */
export function pressedEntries({
  line,
  view,
  act,
}: Pick<LineEntriesInput, 'view' | 'act'> & { readonly line: LevelLine }): readonly MenuEntry[] {
  if (line.grip === undefined) return []
  const isPosition = line.grip.kind === 'position'
  return [
    {
      id: 'move',
      label: line.text,
      note: isPosition ? 'add a stop or target by keyboard' : 'move by keyboard',
      onAction: () => act({ kind: 'pull', line, to: line.price }),
    },
    ...ownEntries(line.grip, { view, act }),
  ]
}

function ownEntries(grip: Grip, { view, act }: Pick<LineEntriesInput, 'view' | 'act'>): readonly MenuEntry[] {
  switch (grip.kind) {
    case 'order': {
      const { oid, side, size, filled, price } = grip.order
      return [
        {
          id: `cancel/${oid}`,
          label: cancelText(side, trimZeros(subtract(size, filled)), view.named(price)),
          onAction: () => act({ kind: 'cancel_order', grip }),
        },
      ]
    }
    case 'held': {
      const { id, trigger } = grip.held
      return [
        {
          id: `exit/${id}`,
          label: HELD_TEXTS[heldName(grip.held)].cancel(view.named(trigger)),
          onAction: () => act({ kind: 'cancel_exit', id }),
        },
      ]
    }
    case 'alert': {
      const { id, rule } = grip.alert
      return [
        {
          id: `alert/${id}`,
          label: `Delete alert at ${view.named(levelOfRule(rule))}`,
          onAction: () => act({ kind: 'delete_alert', id }),
        },
      ]
    }
    case 'position':
      return []
    default:
      return assertNever(grip, 'grip')
  }
}

/** At the clicked price; none at the line of the position itself, which is dragged instead. */
function pullEntries({ position, price, now, view, act }: LineEntriesInput): readonly MenuEntry[] {
  if (position?.grip?.kind !== 'position' || price === null || now === null) return []
  const kind = pulledOf(position.grip.position.size, price, now)
  if (kind === null) return []
  const name = kind === 'stop' ? 'Stop' : 'Target'
  const label = `${name} of the position at ${view.named(price)}…`
  return [{ id: 'pull', label, onAction: () => act({ kind: 'pull', line: position, to: view.seen(price) }) }]
}
