/**
 * The line above the window's status bar: what Enter would do, with its figures and messages. It takes the focus when it appears and is dropped when
 * it loses it, so that no Enter meant for something else sends it, and then gives the focus back. The kinds of lines are in `order-lines.tsx`.
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

/** How long the result of a sent line is shown, ms; Activity keeps it for good. */
const SHOWN_MS = 3000

/** What a line currently shows and does. */
export interface LineModel {
  readonly label: string
  /** The action: the first part, bold. */
  readonly lead: string
  readonly tone?: 'buy' | 'sell' | undefined
  readonly market: string
  /** The price with its secondary unit, where it has its own position. */
  readonly price?: { readonly own: string; readonly second: string } | null
  readonly terms: string
  /** Null for none; an empty list keeps its space. */
  readonly figures: readonly QuickOrderFigure[] | null
  /** What to press now, or the result; null where `result` shows everything. */
  readonly said: string | null
  /** Changes of `said` are not announced. */
  readonly isSilent?: boolean
  /** What blocks it, or a question; shown in place of `said`. */
  readonly wrong: string | null
  /** Messages besides `wrong`. */
  readonly rest?: readonly string[]
  /** The result, with its buttons. */
  readonly result?: ReactNode
  readonly onEnter: () => void
  /** Arrows and digits change something; returns false where nothing changes. */
  readonly onChange?: (change: Change) => boolean
  /** Another key; returns true where it is handled. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** False while something in the line has its own Esc. */
  readonly escapes?: boolean
  /** It ended successfully: it disappears after a while. */
  readonly isDone: boolean
  /** Close is the only remaining action. */
  readonly canClose: boolean
}

/** The context of a line. */
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
  /** A hook: must stay the same for the life of the line. */
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

/** The focus of a line: where it came from and returns to. */
export interface LineFocus {
  readonly box: RefObject<HTMLElement | null>
  /** Whether it accepts no more keys, and losing the focus no longer drops it. */
  readonly hasBegun: () => boolean
  readonly has: (one: EventTarget | null) => boolean
  readonly take: () => void
  readonly begin: () => void
  /** Starts, and returns the focus to where it was. */
  readonly leave: () => void
  /** Waits for the trader again after an attempt without effect. */
  readonly again: () => void
}

function lineFocus(asks: boolean): LineFocus {
  const box: LineFocus['box'] = createRef()
  let back: Element | null = null
  /** The focus leaves within the key press that carries it out, before anything renders. */
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
      // Only if the focus is still where the line left it: an Enter typed elsewhere by now is for something else.
      if (activeElement === back || activeElement === document.body) box.current?.focus()
    },
  }
}

/** @param asks whether it waits for a key; a report does not take the focus */
export function useLineFocus(asks = true): LineFocus {
  const [focus] = useState(() => lineFocus(asks))
  useEffect(() => focus.take(), [focus])
  return focus
}

interface LineKeys {
  /** Enter was pressed once on the line itself: not repeated, not in an input method, not on a button inside. */
  readonly onEnter: () => void
  /** Another key was pressed anywhere in it; returns true where it is handled. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onDrop: () => void
  readonly escapes?: boolean | undefined
  /** Losing the focus does not drop it. */
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
      if (event.ctrlKey || event.metaKey || event.altKey || focus.hasBegun()) return
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

/** The outcome of the last Enter. */
interface Answers {
  /** Null where it was sent, or the line has changed since. */
  readonly said: { readonly text: string; readonly rest: readonly string[] } | null
  /** Its question: the next Enter sends if the same question would be asked. */
  readonly question: RefObject<string | null>
  /** Stores the outcome of Enter; without an argument, forgets the last one. */
  readonly take: (does?: {
    readonly does?: string
    readonly text?: string
    readonly rest?: readonly string[]
    readonly key?: string
  }) => void
}

export function useAnswers(): Answers {
  const [message, say] = useState<Answers['said']>(null)
  const question = useRef<string | null>(null)
  return {
    said: message,
    question,
    take({ text, rest = [], key = null } = {}) {
      question.current = key
      say(text === undefined ? null : { text, rest })
    },
  }
}

/** Keeps the first known value; afterwards only the trader changes it. @param first null while unknown */
export function useFixed<Value>(first: Value | null): readonly [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const [fixed, setFixed] = useState<Value | null>(null)
  useEffect(() => {
    if (fixed === null && first !== null) setFixed(first)
  }, [fixed, first])
  return [fixed, setFixed]
}

/** How a line writes the prices of its market. A line is in no panel, so only the settings choose the unit. */
export const lineView = (instrument: Instrument, format: Format): PriceView => axisOf(instrument, format).view()

/** The message about an identical recent order; null where there was none. */
export function sentBefore(intent: Intent | null, actions: readonly ActionRecord[], now: number): string | null {
  const earlier = intent === null ? null : duplicateOf(intent, actions, now)
  return earlier === null ? null : duplicateText(earlier, now)
}
