/** What a dragged line would do, beside it: the word that sends it, and the way back. */
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './chart.module.css'
import type { DragText } from './drag-text.ts'

/** Where the chip stands, and what its keys do, whatever is dragged. */
export interface ChipPlace {
  /** Where the line would go, px from the top of the chart. */
  readonly y: number
  /** Whether it was let go, and waits for the word. */
  readonly isAsking: boolean
  /** Keys put the line so many ticks higher. */
  readonly onNudge: (ticks: number) => void
  readonly onSent: () => void
  /** What was sent was taken. */
  readonly onTaken: () => void
  /** What was sent was not taken, and why. */
  readonly onRefused: (words: string) => void
  readonly onLeave: () => void
}

interface DragChipProps extends ChipPlace {
  readonly words: DragText
  readonly isSending: boolean
  /** Why it cannot be sent now; null while it can. */
  readonly off: string | null
  /** What else there is to know before it is sent; null for nothing. */
  readonly note?: string | null
  /** In place of the usual word on the button. */
  readonly send?: string
  readonly onSend: () => void
  /** What there is to choose before it is sent. */
  readonly children?: ReactNode
}

/** Ticks of a press of an arrow, alone and with Shift. */
const FEW = 1
const MANY = 10

export function DragChip(props: DragChipProps): ReactNode {
  const { words, y, isAsking, isSending, off, note = null, onSend, onLeave, onNudge, children } = props
  const chip = useRef<HTMLDivElement>(null)
  // Enter sends and Esc leaves: the chip has the focus as soon as it asks, and gives it back.
  useEffect(() => {
    if (!isAsking) return
    const before = document.activeElement
    chip.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isAsking])
  const keyDown = (event: KeyboardEvent): void => {
    const ticks = event.shiftKey ? MANY : FEW
    // A key that is still down from before sends nothing.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    else if (event.key === 'ArrowUp') onNudge(ticks)
    else if (event.key === 'ArrowDown') onNudge(-ticks)
    else if (event.key === 'Escape') onLeave()
    else return
    if (event.key !== 'Enter') event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={chip}
      role="dialog"
      aria-label={words.title}
      className={styles.chip}
      style={{ '--y': `${y}px` } as CSSProperties}
      onKeyDown={keyDown}
      onMouseDown={keepFocus}
    >
      <strong>{words.title}</strong>
      {words.facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {note !== null && <span className={styles.chipOff}>{note}</span>}
      {off !== null && (
        <span role="status" className={styles.chipOff}>
          {off}
        </span>
      )}
      {isAsking && (
        <>
          {children}
          <div className={styles.chipButtons}>
            <Button
              size="small"
              variant="primary"
              // It keeps the focus, and with it the keys, while keys look for a price that can be.
              aria-disabled={off !== null || isSending}
              aria-busy={isSending}
              onClick={() => {
                if (off === null && !isSending) onSend()
              }}
            >
              {props.send ?? words.send} <kbd>Enter</kbd>
            </Button>
            <Button size="small" onClick={onLeave}>
              {isSending ? 'Close' : 'Leave'} <kbd>Esc</kbd>
            </Button>
            <span className={styles.chipKeys}>↑ ↓ by a tick, Shift by ten</span>
          </div>
        </>
      )}
    </div>
  )
}

/** A press on its words leaves the focus, and with it the keys, where they are. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest('button, label, input') !== null))
    event.preventDefault()
}
