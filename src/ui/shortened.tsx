/** Text in little space: names truncated at their start, the rest behind a button, tooltips, and whether an element is fully visible. */
import { type ReactNode, type RefCallback, useCallback, useId, useRef, useState } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import moreTextStyles from './more-text.module.css'
import styles from './shortened.module.css'

// Finds the part of a name that distinguishes it from others of its kind.

/** Names up to this length are shown unchanged, characters. */
const SHORT = 16
/** The first number that is not part of a date. */
const NUMBER = /(?<!\d)\d+(?!\d* (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))/
/** Maximum length of a side such as `Yes` after a comma, characters. */
const WORD = 3

/**
 * Splits a long name into its start, which names of a kind share, and the distinguishing rest: the part after a comma where it is longer than a side
 * such as `Yes`, otherwise the part from the word before the first number that is not a date. Joined, they are the name.
 */
export function abbreviate(name: string): readonly [start: string, rest: string] {
  if (name.length <= SHORT) return ['', name]
  const comma = commaIn(name)
  if (comma > 0 && name.length - comma - 2 > WORD) return [name.slice(0, comma + 2), name.slice(comma + 2)]
  const number = name.search(NUMBER)
  const before = name.lastIndexOf(' ', number - 2) + 1
  return number < 0 || before <= 3 ? ['', name] : [name.slice(0, before), name.slice(before)]
}

/** Splits a name before the side that it ends with after a comma, the only difference between two sides of a market. Joined, they are the name. */
export function sided(name: string): readonly [market: string, side: string] {
  const comma = commaIn(name)
  return comma > 0 && name.length - comma - 2 <= WORD ? [name.slice(0, comma + 1), name.slice(comma + 1)] : [name, '']
}

/** The expiry at the end of a market's name: cut first when space is short. */
const ENDS = / (?:at|on) \d.*$/

const commaIn = (name: string): number => name.lastIndexOf(', ')

export function Shortened({ text, className }: { text: string; className?: string | undefined }): ReactNode {
  const [start, rest] = abbreviate(text)
  const [market, side] = sided(rest)
  const end = ENDS.exec(market)?.[0] ?? ''
  return (
    <span className={classNames(styles.name, className)}>
      {start !== '' && (
        <span data-cut className={styles.start}>
          {start.trimEnd()}
        </span>
      )}
      <span data-cut className={styles.rest}>
        {start === '' ? '' : ' '}
        {market.slice(0, market.length - end.length)}
      </span>
      {end !== '' && (
        <span data-cut className={styles.end}>
          {end}
        </span>
      )}
      {side !== '' && <span className={styles.side}>{side}</span>}
    </span>
  )
}

/** Additional messages besides the first: their number, and a button that shows them in place. */
export function MoreText({ rest }: { readonly rest: readonly string[] }): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (rest.length === 0) return null
  return (
    <>
      {' '}
      <button
        type="button"
        className={moreTextStyles.more}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'show less' : `and ${rest.length} more`}
      </button>
      {isOpen && (
        <span id={id}>
          {rest.map((text) => (
            <span key={text} className={moreTextStyles.rest}>
              {text}
            </span>
          ))}
        </span>
      )}
    </>
  )
}

// Whether an element is fully visible: not scrolled out of sight, clipped by its panel or off the screen.

/** Required visible fraction: a zoomed screen rounds the last part of a pixel away. */
const WHOLE = 0.98

interface SeenWhole<Element extends HTMLElement> {
  readonly ref: RefCallback<Element>
  /** Whether the element is fully visible; true until the browser's first observation. */
  readonly seen: boolean
  /** Scrolls it into view, if space allows. */
  readonly show: () => void
}

/** Observes the element that `ref` is attached to. */
export function useIsFullyVisible<Element extends HTMLElement>(): SeenWhole<Element> {
  const [seen, setSeen] = useState(true)
  const kept = useRef<Element | null>(null)
  const ref = useCallback((element: Element | null) => {
    kept.current = element
    if (element === null) return undefined
    const observer = new IntersectionObserver((entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= WHOLE), {
      threshold: [0, WHOLE],
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, seen, show: () => kept.current?.scrollIntoView({ block: 'nearest' }) }
}

/** Text that appears on hover or focus of `children`, one focusable line of text. Essential information is never only in a tooltip. */
export function Tooltip({ text: message, children }: { text: ReactNode; children: ReactNode }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null)
  return (
    <TooltipTrigger delay={300} closeDelay={0}>
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text must be reachable from the keyboard */}
        <span ref={ref} className={styles.anchor} tabIndex={0} role="note">
          {children}
        </span>
      </Focusable>
      <AriaTooltip className={styles.tip ?? ''} offset={6}>
        {message}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
