/**
 * The state of the market in place of its ticket while it takes no orders: the reason, and when it reopens. The ticket stays mounted behind it, with
 * its draft; positions and resting orders are a click away.
 */
import { type FocusEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { countdown, minuteText, zoneText } from '../format/index.ts'
import { useServerClock, useTopicValue } from '../market-data/index.ts'
import { type Closed, closedOf } from '../markets/family/index.ts'
import { MisclickGuard, useHandedOver } from '../trade-forms/index.ts'
import { Button, usePanelVisible } from '../ui/index.ts'
import { showPanel, useInstrument } from '../workspace/index.ts'
import styles from './ticket-gate.module.css'

interface Focusable {
  readonly isConnected: boolean
  focus(): void
}

/**
 * The focus of a form that is hidden while its market takes no orders. It moves to the replacement, which keeps the keys: typed text must not trigger
 * trading keys. It returns with the form, unless the trader moved it elsewhere.
 */
export class RetainedFocus {
  #at: Focusable | null = null
  #isClosed = false

  /** A part of the form has the focus. */
  entered(at: Focusable): void {
    if (!this.#isClosed) this.#at = at
  }

  /** The focus left the form, or its replacement; a form that is being hidden loses it without user action. */
  left(from: 'form' | 'state'): void {
    if (from === (this.#isClosed ? 'state' : 'form')) this.#at = null
  }

  /** The form was hidden and replaced by `state`, or is visible again. */
  turned(isClosed: boolean, state: Focusable | null): void {
    if (isClosed === this.#isClosed) return
    this.#isClosed = isClosed
    if (this.#at === null) return
    if (isClosed) state?.focus()
    else if (this.#at.isConnected) this.#at.focus()
  }
}

interface FocusHandlers {
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

interface KeptFocusHandlers {
  readonly form: FocusHandlers
  /** For the replacement of the form. */
  readonly state: FocusHandlers & { readonly ref: RefObject<HTMLElement | null> }
}

interface ClosedMarketOverlayProps {
  /** The asset that the ticket's buttons send orders for. */
  readonly asset: string | null
  /** The position, shown in the overlay when the ticket itself has no place for it. */
  readonly held?: ReactNode
  /** The position with its buttons, above both the ticket and the overlay. */
  readonly above?: ReactNode
  readonly children: ReactNode
}

export function ClosedMarketOverlay({ asset, held, above, children }: ClosedMarketOverlayProps): ReactNode {
  const instrument = useInstrument()
  const next = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.next) ?? null
  const isOpen = instrument?.here !== true || instrument.entry.takes === 'everything'
  const now = useServerClock(usePanelVisible() && !isOpen ? 1000 : 60_000)
  const closed = instrument?.here === true ? closedOf(instrument, { next, now }) : null
  const isClosed = closed !== null
  // The buttons appear where a pointer may be: a click meant for something else must not count.
  const isFresh = useHandedOver(asset === null ? null : `${asset} ${isClosed ? 'closed' : 'open'}`)
  const focus = useKeptFocus(isClosed)
  return (
    <>
      {above !== undefined && (
        <div className={styles.above} data-moved={isFresh ? '' : undefined}>
          <MisclickGuard isOff={isFresh}>{above}</MisclickGuard>
        </div>
      )}
      {closed !== null && <MarketState closed={closed} now={now} held={held} focus={focus.state} />}
      <div
        className={styles.ticket}
        data-moved={isFresh ? '' : undefined}
        hidden={isClosed}
        inert={isClosed}
        {...focus.form}
      >
        <MisclickGuard isOff={isFresh}>{children}</MisclickGuard>
      </div>
    </>
  )
}

interface MarketStateProps extends Pick<ClosedMarketOverlayProps, 'held'> {
  readonly closed: Closed
  readonly now: number
  readonly focus: ReturnType<typeof useKeptFocus>['state']
}

function MarketState({ closed: { title, reason, again }, now, held, focus }: MarketStateProps): ReactNode {
  const id = useId()
  return (
    <section className={styles.state} aria-labelledby={id} tabIndex={-1} data-keeps-keys="" {...focus}>
      <h3 id={id}>{title}</h3>
      <p>{reason}</p>
      {again !== null && (
        <p role="timer" aria-label="Reopens" className={styles.again}>
          {reopensText(again, now)}
        </p>
      )}
      {held}
      <p className={styles.note}>Your draft is kept. Cancel or close in:</p>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => showPanel('open-orders')}>
          Open orders
        </Button>
        <Button size="small" onClick={() => showPanel('positions')}>
          Positions
        </Button>
      </div>
    </section>
  )
}

function reopensText({ at, isAfter }: NonNullable<Closed['again']>, now: number): string {
  const time = `${minuteText(at)} ${zoneText(at)}`
  return isAfter ? `Reopens after ${time}` : `Reopens at ${time}, in ${countdown(Math.max(0, at - now))}`
}

/** Whether the focus moved elsewhere in the window: neither within the element, nor away with the whole window. */
const hasGone = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean =>
  document.hasFocus() && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))

/** Keeps the focus of a form while its market takes no orders. */
function useKeptFocus(isClosed: boolean): KeptFocusHandlers {
  const [kept] = useState(() => new RetainedFocus())
  const state = useRef<HTMLElement>(null)
  // In the same frame, so that no key goes elsewhere.
  useLayoutEffect(() => kept.turned(isClosed, state.current), [kept, isClosed])
  return {
    form: {
      onFocus: ({ target }) => kept.entered(target),
      onBlur: (event) => {
        // Hidden before this event: the user did not move the focus.
        if (hasGone(event) && !event.currentTarget.hidden) kept.left('form')
      },
    },
    state: {
      ref: state,
      onBlur: (event) => {
        if (hasGone(event)) kept.left('state')
      },
    },
  }
}
