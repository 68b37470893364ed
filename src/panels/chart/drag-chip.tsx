/** What a dragged line would do, beside it: the word that sends it, and the way back. */
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './chart.module.css'
import type { DragWords } from './drag-words.ts'

interface DragChipProps {
  readonly words: DragWords
  /** Where the line would go, px from the top of the chart. */
  readonly y: number
  /** Whether it was let go, and waits for the word. */
  readonly isAsking: boolean
  readonly isSending: boolean
  /** Why it cannot be sent now; null while it can. */
  readonly off: string | null
  readonly onSend: () => void
  readonly onLeave: () => void
}

export function DragChip({ words, y, isAsking, isSending, off, onSend, onLeave }: DragChipProps): ReactNode {
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
  return (
    <div
      ref={chip}
      role="dialog"
      aria-label={words.title}
      className={styles.chip}
      style={{ '--y': `${y}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      <strong>{words.title}</strong>
      {words.facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {off !== null && <span className={styles.chipOff}>{off}</span>}
      {isAsking && (
        <div className={styles.chipButtons}>
          <Button
            size="small"
            variant="primary"
            disabled={off !== null || isSending}
            aria-busy={isSending}
            onClick={onSend}
          >
            {words.send} <kbd>Enter</kbd>
          </Button>
          <Button size="small" onClick={onLeave}>
            Leave <kbd>Esc</kbd>
          </Button>
        </div>
      )}
    </div>
  )
}
