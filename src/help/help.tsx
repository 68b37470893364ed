/** Explains trading terms in place: labels on hover, everything by a key; and the list of all of them. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { SECTIONS, type Term } from '../../contract/glossary.ts'
import { type Command, useCommands } from '../commands/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { GuideDialog } from './guide-dialog.tsx'
import styles from './help.module.css'
import { MESSAGES } from './messages.ts'
import { findTerms, labelAt, type TermAt, termAt } from './term-at.ts'

/** Distance between an explanation and its subject, and the window's edge, px. */
const GAP = 6

interface ExplanationProps extends TermAt {
  readonly onClose: () => void
  readonly onMore: () => void
}

/** The meaning of a term, beside its label. It takes no focus, and never covers its subject. */
function Explanation({ term, at, onClose, onMore }: ExplanationProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) placeBeside(box.current, at)
  }, [at])
  // Inside the dialog that contains its subject, if one is open: everything else is inert then.
  const around = at.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  return createPortal(
    <div ref={box} className={styles.explanation} data-explanation role="status" onPointerLeave={onClose}>
      <strong>{term.name}</strong>
      <p>{term.text}</p>
      <button type="button" className={styles.more} tabIndex={-1} onClick={onMore}>
        Glossary
      </button>
    </div>,
    around,
  )
}

/** Below its subject, above it where space is short, and never past the window's edge. */
function placeBeside(box: HTMLElement, at: Element): void {
  const { left, top, bottom } = at.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const below = bottom + GAP + height <= window.innerHeight
  const across = Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))
  box.style.left = `${across}px`
  box.style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`
}

interface GlossaryDialogProps {
  /** Initial query. */
  readonly query: string
  readonly onClose: () => void
}

/** All trading terms, by section, searched by typing. */
function GlossaryDialog({ query: first, onClose }: GlossaryDialogProps): ReactNode {
  const [query, setQuery] = useState(first)
  const found = findTerms(query)
  return (
    <Dialog title="Glossary" onClose={onClose} isWide actions={<Button onClick={onClose}>Close</Button>}>
      <TextField label="Search terms" value={query} onChange={setQuery} autoFocus />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <section className={styles.terms} tabIndex={0} aria-label="Terms">
        {found.length === 0 && <p className={styles.none}>{MESSAGES.noTerm}</p>}
        {query.trim() === ''
          ? SECTIONS.map((section) => (
              <section key={section} aria-label={section}>
                <h3 className={styles.heading}>{section}</h3>
                <Terms terms={found.filter((term) => term.section === section)} />
              </section>
            ))
          : found.length > 0 && <Terms terms={found} />}
      </section>
    </Dialog>
  )
}

const Terms = ({ terms }: { readonly terms: readonly Term[] }): ReactNode => (
  <dl>
    {terms.map(({ name, also = [], text: message }) => (
      <div key={name} className={styles.term}>
        <dt>
          {name}
          {also.length > 0 && <small>{also.join(', ')}</small>}
        </dt>
        <dd>{message}</dd>
      </div>
    ))}
  </dl>
)

/** Selects what `Explanation` renders. */
const EXPLANATION = '[data-explanation]'
/** Hover time before an explanation, ms: longer than a pointer that passes, or aims at a button beside it. */
const RESTS_AFTER = 700

interface Shown {
  readonly explained: TermAt | null
  /** Initial query of the glossary; null while it is closed. */
  readonly listed: string | null
  readonly isGuideOpen: boolean
}

const useShown = create<Shown>(() => ({ explained: null, listed: null, isGuideOpen: false }))
const explain = (explained: TermAt | null): void => useShown.setState({ explained })

/** The commands of help. Pure. */
export const helpCommands = (port: {
  readonly explainHere: () => void
  readonly openGlossary: () => void
  readonly openGuide: () => void
}): readonly Command[] => [
  {
    id: 'help/explain',
    title: 'Explain this',
    scope: 'app',
    keys: [{ code: 'F1' }],
    aliases: ['help', 'what is this', 'meaning'],
    menu: { menu: 'View', section: 'Help', label: 'Explain this' },
    run: port.explainHere,
  },
  {
    id: 'help/glossary',
    title: 'Open the glossary',
    scope: 'app',
    aliases: ['help', 'terms', 'meaning', 'explain'],
    menu: { menu: 'View', section: 'Help', label: 'Glossary' },
    run: port.openGlossary,
  },
  {
    id: 'help/guide',
    title: 'Open the guide',
    scope: 'app',
    aliases: ['help', 'manual', 'docs', 'documentation', 'how to', 'handbook'],
    menu: { menu: 'View', section: 'Help', label: 'Guide' },
    run: port.openGuide,
  },
]

/** The hovered, or the focused element, whichever was used last. */
const place: { pointed: Element | null; byKeys: boolean } = { pointed: null, byKeys: true }

function explainHere(): void {
  const at = place.byKeys ? document.activeElement : place.pointed
  const found = at?.isConnected === true ? termAt(at) : null
  if (found === null) useShown.setState({ explained: null, listed: '' })
  else explain(found)
}

export function Help(): ReactNode {
  const { explained, listed, isGuideOpen } = useShown()
  useCommands(
    useMemo(
      () =>
        helpCommands({
          explainHere,
          openGlossary: () => useShown.setState({ explained: null, listed: '' }),
          openGuide: () => useShown.setState({ explained: null, isGuideOpen: true }),
        }),
      [],
    ),
  )
  useEffect(followPointer, [])
  return (
    <>
      {explained !== null && (
        <Explanation
          {...explained}
          onClose={() => explain(null)}
          onMore={() => useShown.setState({ explained: null, listed: explained.term.name })}
        />
      )}
      {isGuideOpen && <GuideDialog onClose={() => useShown.setState({ isGuideOpen: false })} />}
      {listed !== null && <GlossaryDialog query={listed} onClose={() => useShown.setState({ listed: null })} />}
    </>
  )
}

/** Explains labels while the pointer rests on them. */
function followPointer(): () => void {
  const stop = new AbortController()
  const listen = { signal: stop.signal, passive: true, capture: true }
  let resting: ReturnType<typeof setTimeout> | undefined
  document.addEventListener(
    'pointermove',
    ({ target, buttons, pointerType }) => {
      if (!(target instanceof Element)) return
      place.pointed = target
      place.byKeys = false
      const { explained } = useShown.getState()
      if (explained !== null && !isAt(target, explained.at)) explain(null)
      clearTimeout(resting)
      if (buttons !== 0 || pointerType === 'touch' || useShown.getState().explained !== null) return
      resting = setTimeout(() => {
        const found = target.isConnected ? labelAt(target) : null
        if (found !== null) explain(found)
      }, RESTS_AFTER)
    },
    listen,
  )
  const begone = ({ target }: Event): void => {
    // A click inside is for its button.
    if (target instanceof Element && target.closest(EXPLANATION) !== null) return
    clearTimeout(resting)
    if (useShown.getState().explained !== null) explain(null)
  }
  for (const event of ['pointerdown', 'wheel', 'blur'] as const) window.addEventListener(event, begone, listen)
  document.addEventListener(
    'keydown',
    ({ code }) => {
      place.byKeys = place.byKeys || code !== 'F1'
      clearTimeout(resting)
      if (code !== 'F1') explain(null)
    },
    listen,
  )
  return () => {
    clearTimeout(resting)
    stop.abort()
  }
}

/** Whether it is in the explained element, or in the explanation itself. */
const isAt = (target: Element, at: Element): boolean => at.contains(target) || target.closest(EXPLANATION) !== null
