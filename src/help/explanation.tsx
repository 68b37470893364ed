/** What a word means, beside where it stands. It takes no focus, and never lies over what it explains. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './help.module.css'
import type { TermAt } from './term-at.ts'

/** Between it and what it explains, and between it and the edge of the window, px. */
const GAP = 6

interface ExplanationProps extends TermAt {
  readonly onClose: () => void
  readonly onMore: () => void
}

export function Explanation({ term, at, onClose, onMore }: ExplanationProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) place(box.current, at)
  }, [at])
  // In the dialog that it explains something of, where one is open: everything else is out of reach then.
  const around = at.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  return createPortal(
    <div ref={box} className={styles.explanation} data-explanation role="status" onPointerLeave={onClose}>
      <strong>{term.name}</strong>
      <p>{term.words}</p>
      <button type="button" className={styles.more} tabIndex={-1} onClick={onMore}>
        Glossary
      </button>
    </div>,
    around,
  )
}

/** Below what it explains, above it where there is no room, and never past the edge of the window. */
function place(box: HTMLElement, at: Element): void {
  const { left, top, bottom } = at.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const below = bottom + GAP + height <= window.innerHeight
  const across = Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))
  box.style.left = `${across}px`
  box.style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`
}
