/**
 * The line over the foot of the window: what Enter would do, with its figures, and what to say. It takes the focus as it comes, is dropped as it loses
 * it, so that no Enter meant for something else sends it, and gives the focus back. What differs by kind is a row of `order-lines.tsx`.
 */
import {
  createRef,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import type { Format } from '../format/index.ts'
import { useMarketData } from '../market-data/index.ts'
import { axisOf, type PriceView } from '../markets/family/index.ts'
import type { QuickOrderFigure } from '../markets/quick-order.ts'
import { duplicateOf, duplicateText } from '../trade-forms/index.ts'
import { Button, classNames, MoreText, useEscape } from '../ui/index.ts'
import type { RestingOrder } from './own-orders.ts'
import type { Change, Origin } from './preview.ts'
import { dropPreviewAction } from './preview-action.ts'
import { changeOf } from './preview-keys.ts'
import styles from './preview-line.module.css'
import { type QuickOrderPort, useQuickOrder } from './use-hand.ts'

/** What became of what was sent is shown for this long, ms; Activity has it for good. */
const SHOWN_MS = 8000

/** What a line shows and does now. */
export interface LineModel {
  readonly label: string
  /** What it does: the first part, strong. */
  readonly lead: string
  readonly tone?: 'buy' | 'sell' | undefined
  readonly market: string
  /** The price with its second unit, where it has a place of its own. */
  readonly price?: { readonly own: string; readonly second: string } | null
  readonly terms: string
  /** Null for none; of an empty list its place is kept. */
  readonly figures: readonly QuickOrderFigure[] | null
  /** What to press now, or what became of it; null where `result` says all of it. */
  readonly said: string | null
  /** `said` is not announced as it changes. */
  readonly isSilent?: boolean
  /** What is in the way, or is asked; in place of `said`. */
  readonly wrong: string | null
  /** What there is to say besides `wrong`. */
  readonly rest?: readonly string[]
  /** What became of it, with what can be pressed there. */
  readonly result?: ReactNode
  readonly onEnter: () => void
  /** Arrows and digits change something; false where nothing changes. */
  readonly onChange?: (change: Change) => boolean
  /** Another key; true where it does something. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** False while something in the line has an Esc of its own. */
  readonly escapes?: boolean
  /** It ended well: it goes by itself after a while. */
  readonly isDone: boolean
  /** There is nothing to press any more but Close. */
  readonly canClose: boolean
}

/** Where a line finds what it is made of. */
export interface LineAt {
  readonly id: number
  readonly origin: Origin
  readonly market: MarketRef
  readonly hand: QuickOrderPort
  readonly focus: LineFocus
  readonly cancel: (orders: readonly RestingOrder[]) => void
}

interface LineOfProps<Of> {
  readonly shown: Pick<LineAt, 'id' | 'origin' | 'market'>
  readonly of: Of
  /** A hook: the same one as long as the line lasts. */
  readonly useModel: (at: LineAt, of: Of) => LineModel
  readonly cancel: LineAt['cancel']
}

export function Line<Of>({ shown: { id, origin, market }, of, useModel, cancel }: LineOfProps<Of>): ReactNode {
  const hand = useQuickOrder(market)
  const focus = useLineFocus()
  const model = useModel({ id, origin, market, hand, focus, cancel }, of)
  const onDrop = (): void => dropPreviewAction(id)
  const props = useLineKeys(focus, {
    ...{ onDrop, onEnter: model.onEnter, escapes: model.escapes },
    onKey(event) {
      if (model.onKey?.(event) === true) return true
      const change = changeOf(event, market)
      return change !== null && model.onChange?.(change) === true
    },
  })
  const { label, lead, tone, market: where, price = null, terms, figures, said, wrong, rest = [], result } = model
  const { isDone, canClose, isSilent = false } = model
  const { clock } = useMarketData()
  useEffect(() => (isDone ? clock.after(SHOWN_MS, () => dropPreviewAction(id)) : undefined), [isDone, clock, id])
  const role = wrong !== null ? 'alert' : isSilent ? undefined : 'status'
  return (
    <section className={styles.preview} aria-label={label} {...props}>
      <p className={styles.what}>
        <strong className={tone === undefined ? undefined : styles[tone]}>{lead}</strong>
        <span className={styles.market}>{where}</span>
        {price !== null && (
          <span className={styles.price}>
            {price.own}
            <small>{price.second}</small>
          </span>
        )}
        <span className={styles.terms}>{terms}</span>
      </p>
      {figures !== null && (
        <dl className={styles.figures}>
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {result}
      {said !== null && (
        <p className={classNames(styles.said, wrong !== null && styles.bad)} role={role}>
          {wrong ?? said}
          {wrong !== null && <MoreText rest={rest} />}
        </p>
      )}
      {canClose && <CloseButton onPress={onDrop} />}
    </section>
  )
}

export const CloseButton = ({ onPress }: { readonly onPress: () => void }): ReactNode => (
  <Button size="small" className={styles.close} onClick={onPress}>
    Close
  </Button>
)

/** Where the focus of a line is from, and goes back to. */
export interface LineFocus {
  readonly box: RefObject<HTMLElement | null>
  /** Whether it takes no key any more, and the loss of the focus drops it no more. */
  readonly hasBegun: () => boolean
  readonly has: (one: EventTarget | null) => boolean
  readonly take: () => void
  readonly begin: () => void
  /** Begins, and gives the focus back to where it was. */
  readonly leave: () => void
  /** It waits for the trader again, after something that came to nothing. */
  readonly again: () => void
}

function lineFocus(asks: boolean): LineFocus {
  const box: LineFocus['box'] = createRef()
  let back: Element | null = null
  /** The focus leaves with the press that carries it out, before anything renders. */
  let begun = !asks
  const begin = (): void => {
    begun = true
  }
  return {
    box,
    hasBegun: () => begun,
    has: (one) => one instanceof Node && box.current?.contains(one) === true,
    take() {
      back = document.activeElement
      if (!begun) box.current?.focus()
    },
    begin,
    leave() {
      begin()
      if (back instanceof HTMLElement && back.isConnected) back.focus()
    },
    again() {
      begun = false
      const { activeElement } = document
      // Only where the focus is as the line left it: an Enter that is typed elsewhere by now is for something else.
      if (activeElement === back || activeElement === document.body) box.current?.focus()
    },
  }
}

/** @param asks whether it waits for a key; a report takes no focus. */
export function useLineFocus(asks = true): LineFocus {
  const [focus] = useState(() => lineFocus(asks))
  useEffect(() => focus.take(), [focus])
  return focus
}

interface LineKeys {
  /** Enter was pressed on the line itself, once: neither repeated, nor in an input method, nor on a button inside. */
  readonly onEnter: () => void
  /** Another key was pressed anywhere in it; true where it did something. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onDrop: () => void
  readonly escapes?: boolean | undefined
  /** The loss of the focus does not drop it. */
  readonly stays?: boolean
}

interface LineProps {
  readonly ref: RefObject<HTMLElement | null>
  readonly tabIndex: 0
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

export function useLineKeys(
  focus: LineFocus,
  { onEnter, onKey, onDrop, escapes = true, stays = false }: LineKeys,
): LineProps {
  useEscape('preview', escapes, () => {
    if (focus.has(document.activeElement)) focus.leave()
    else focus.begin()
    onDrop()
  })
  return {
    ref: focus.box,
    tabIndex: 0,
    onKeyDown(event) {
      if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || focus.hasBegun()) return
      if (event.key === 'Enter') {
        if (event.target !== focus.box.current) return
        event.preventDefault()
        if (!event.repeat) onEnter()
      } else if (onKey(event)) event.preventDefault()
    },
    onBlur({ relatedTarget }) {
      if (!focus.hasBegun() && !stays && !focus.has(relatedTarget)) onDrop()
    },
  }
}

/** What the last Enter came to. */
interface Answers {
  /** Null where it sent something, or something was changed since. */
  readonly said: { readonly words: string; readonly rest: readonly string[] } | null
  /** What it asked: the next Enter goes where it would be asked the same. */
  readonly question: RefObject<string | null>
  /** Takes what Enter came to; nothing to forget the last one. */
  readonly take: (does?: {
    readonly does?: string
    readonly words?: string
    readonly rest?: readonly string[]
    readonly key?: string
  }) => void
}

export function useAnswers(): Answers {
  const [said, say] = useState<Answers['said']>(null)
  const question = useRef<string | null>(null)
  return {
    said,
    question,
    take({ words, rest = [], key = null } = {}) {
      question.current = key
      say(words === undefined ? null : { words, rest })
    },
  }
}

/** A value that is kept as it was first known; afterwards only the trader changes it. @param first null while it is not known */
export function useFixed<Value>(first: Value | null): readonly [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const [fixed, setFixed] = useState<Value | null>(null)
  useEffect(() => {
    if (fixed === null && first !== null) setFixed(first)
  }, [fixed, first])
  return [fixed, setFixed]
}

/** How a line writes the prices of its market, in the unit that scalar prices are read in: it is in no panel, so that the settings alone choose. */
export const lineView = (instrument: Instrument, format: Format): PriceView => axisOf(instrument, format).view()

/** What there is to say of the same order just before; null where there was none. */
export function sentBefore(intent: Intent | null, actions: readonly ActionRecord[], now: number): string | null {
  const earlier = intent === null ? null : duplicateOf(intent, actions, now)
  return earlier === null ? null : duplicateText(earlier, now)
}
