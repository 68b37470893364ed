/** The trader's lines on the chart as a list: one Tab stop, visible while it has the focus, with the actions that the pointer has on the lines. */

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { actOf, classNames, type HandledKey } from '../../ui/index.ts'
import type { LevelLine } from './annotations.ts'
import styles from './chart.module.css'
import type { LineAction } from './line-entries.ts'
import { MESSAGES } from './messages.ts'

/** The keys of the list of own lines: what they do, and their entries in the sheet of keys. */
export const LINE_KEYS: readonly HandledKey<'step' | 'hold' | 'end'>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], does: 'Move between your lines' },
  {
    act: 'hold',
    keys: ['Enter', ' '],
    does: 'Move the line: ↑↓ 1 tick, Shift 10, Enter send, Esc discard',
  },
  { act: 'end', keys: ['Delete'], does: 'Cancel its order or exit, or delete its alert' },
]

interface LineListProps {
  readonly levels: readonly LevelLine[]
  /** Grabs a line at its price. */
  readonly onHold: (line: LevelLine) => void
  readonly onEnd: (action: LineAction) => void
  readonly onMenu: (line: LevelLine, at: { readonly x: number; readonly y: number }) => void
}

export function LineList({ levels, onHold, onEnd, onMenu }: LineListProps): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const lines = levels.filter(({ grip }) => grip !== undefined)
  const at = Math.max(
    0,
    lines.findIndex((line) => line.id === chosen),
  )
  const line = lines[at]
  if (line === undefined) return null
  const keyDown = (event: KeyboardEvent): void => {
    const act = actOf(LINE_KEYS, event)
    if (act === null) return
    event.preventDefault()
    if (act === 'step') setChosen(lines[stepped(event.key, at, lines.length)]?.id ?? null)
    // A key still held from before has no further effect.
    else if (event.repeat) return
    else if (act === 'hold') onHold(line)
    else {
      const action = endOf(line)
      if (action !== null) onEnd(action)
    }
  }
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={MESSAGES.lines}
      aria-activedescendant={`${id}/${at}`}
      className={styles.lines}
      onKeyDown={keyDown}
      onContextMenu={(event) => {
        event.preventDefault()
        const box = list.current?.getBoundingClientRect()
        onMenu(line, { x: box?.left ?? event.clientX, y: box?.bottom ?? event.clientY })
      }}
    >
      {lines.map((one, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which of them it is at
        <div
          key={one.id}
          id={`${id}/${index}`}
          role="option"
          aria-selected={index === at}
          className={classNames(styles.line, index === at && styles.chosen)}
        >
          {one.text}
        </div>
      ))}
      <div className={styles.lineKeys} aria-hidden="true">
        ↑↓ line · Enter move · Delete cancel
      </div>
    </div>
  )
}

function stepped(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return Math.min(count - 1, Math.max(0, at + (key === 'ArrowUp' ? -1 : 1)))
}

/** Cancels a line; null for a position, which is closed elsewhere. */
function endOf({ grip }: LevelLine): LineAction | null {
  if (grip === undefined || grip.kind === 'position') return null
  if (grip.kind === 'order') return { kind: 'cancel_order', grip }
  return grip.kind === 'held' ? { kind: 'cancel_exit', id: grip.held.id } : { kind: 'delete_alert', id: grip.alert.id }
}
