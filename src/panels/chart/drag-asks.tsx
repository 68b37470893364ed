/** The request of a dragged line, by its object: each is sent by the same function as in its panel. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Order, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Price, type Size } from '../../../contract/decimal.ts'
import { errorText, TerminalFailure, useCall } from '../../bridge/index.ts'
import { useMoveOrder } from '../../orders/index.ts'
import { useCloseDistances } from '../../queries/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import styles from './chart.module.css'
import type { DragText } from './drag-text.ts'
import { moveWaits } from './level-drag.ts'
import { MESSAGES } from './messages.ts'
import { type PulledShare, pulledExit, SHARES } from './pulled-exit.ts'

/** Position and keys of the chip, common to all objects. */
export interface ChipPlace {
  /** Target of the line, px from the top of the chart. */
  readonly y: number
  /** Its horizontal place beside the pointer; null for the default one. */
  readonly beside: Pick<CSSProperties, 'left' | 'right'> | null
  /** Whether it was dropped, and waits for confirmation. */
  readonly isAsking: boolean
  /** Keys moved the line up by this many ticks. */
  readonly onNudge: (ticks: number) => void
  readonly onSent: () => void
  /** The request was accepted. */
  readonly onTaken: () => void
  /** The request was refused, with the reason. */
  readonly onRefused: (text: string) => void
  readonly onLeave: () => void
}

interface DragChipProps extends ChipPlace {
  readonly text: DragText
  readonly isSending: boolean
  /** Why it cannot be sent now; null while it can. */
  readonly off: string | null
  /** An additional note before it is sent; null for none. */
  readonly note?: string | null
  /** Replaces the default label of the button. */
  readonly send?: string
  readonly onSend: () => void
  /** Choices to make before it is sent. */
  readonly children?: ReactNode
}

/** Ticks per arrow key, alone and with Shift. */
const FEW = 1
const MANY = 10

/** The effect of a dragged line, beside it: the button that sends it, and the one that discards it. */
function DragChip(props: DragChipProps): ReactNode {
  const { text: message, y, beside, isAsking, isSending, off, note = null, onSend, onLeave, onNudge, children } = props
  const chip = useRef<HTMLDivElement>(null)
  // Enter sends and Esc discards: the chip takes the focus as soon as it asks, and returns it.
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
    // A key still held from before sends nothing.
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
      aria-label={message.title}
      className={styles.chip}
      style={{ '--y': `${y}px`, ...beside } as CSSProperties}
      onKeyDown={keyDown}
      onMouseDown={keepFocus}
    >
      <strong>{message.title}</strong>
      {message.facts.map((fact) => (
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
              // It keeps the focus, and with it the keys, while keys search for a valid price.
              aria-disabled={off !== null || isSending}
              aria-busy={isSending}
              onClick={() => {
                if (off === null && !isSending) onSend()
              }}
            >
              {props.send ?? message.send} <kbd>Enter</kbd>
            </Button>
            <Button size="small" onClick={onLeave}>
              {isSending ? 'Close' : 'Discard'} <kbd>Esc</kbd>
            </Button>
            <span className={styles.chipKeys}>↑↓ 1 tick, Shift 10</span>
          </div>
        </>
      )}
    </div>
  )
}

/** A click on its text leaves the focus, and with it the keys, in place. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest('button, label, input') !== null))
    event.preventDefault()
}

/** @param about the current request: a refusal of another one is not shown */
function useAsk(about: string, { onSent, onTaken, onRefused }: Pick<ChipPlace, 'onSent' | 'onTaken' | 'onRefused'>) {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<{ about: string; text: string; isEarly: boolean } | null>(null)
  const request = useRef<{ about: string; id: string } | null>(null)
  const message = refusal?.about === about ? refusal : null
  return {
    isSending,
    /** Why it was refused, for the last request if unchanged; null otherwise. */
    refused: message === null || message.isEarly ? null : message.text,
    /** Why it could not stay active as long as its market trades, which the trader may accept; null where it can. */
    early: message?.isEarly === true ? message.text : null,
    /** @param requested the same text for the same request: a retry reuses its request id */
    ask(requested: string, send: (requestId: string) => Promise<unknown>): void {
      if (isSending) return
      if (request.current?.about !== requested) request.current = { about: requested, id: crypto.randomUUID() }
      setSending(true)
      onSent()
      send(request.current.id)
        .then(onTaken, (error: unknown) => {
          const isEarly = error instanceof TerminalFailure && error.code === 'acts_until'
          onRefused(errorText(error))
          setRefusal({ about: requested, text: errorText(error), isEarly })
        })
        .finally(() => setSending(false))
        .catch(() => undefined)
    },
  }
}

interface AskProps {
  /** The market's own price that it was dragged to. */
  readonly to: Price
  readonly place: ChipPlace
  /** Age of the prices as text; null while they are fresh. */
  readonly stale: string | null
}

/** Nothing is canceled where the new order would be invalid. */
export function OrderAsk(props: AskProps & { readonly order: Order; readonly text: DragText }): ReactNode {
  const { order, to, text: message, place, stale } = props
  const moves = useMoveOrder()
  const [refused, setRefused] = useState<{ readonly to: Price; readonly text: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const isUnderWay = useRef(false)
  const off =
    moves.off(order) ??
    moves.issue(order, { price: to })?.message ??
    (refused?.to === to ? refused.text : null) ??
    message.off ??
    moveWaits(stale, order)
  const send = async (): Promise<void> => {
    // A second click may come before a frame shows the first one.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    place.onSent()
    const refusal = await moves.move(order, { price: to })
    isUnderWay.current = false
    setSending(false)
    if (refusal === null) return place.onTaken()
    place.onRefused(refusal.message)
    setRefused({ to, text: refusal.message })
  }
  return <DragChip {...place} text={message} off={off} isSending={isSending} onSend={() => void send()} />
}

interface PriceAskProps extends AskProps {
  readonly text: DragText
  readonly send: () => Promise<unknown>
}

/** For a stop, a target or an alert: only its price changes. Main refuses an exit that would close at once. */
export function PriceAsk({ to, text: message, place, stale, send }: PriceAskProps): ReactNode {
  const { ask, isSending, refused } = useAsk(to, place)
  return (
    <DragChip
      {...place}
      text={message}
      off={message.off ?? refused}
      note={stale}
      isSending={isSending}
      onSend={() => ask(to, send)}
    />
  )
}

interface PulledAskProps extends AskProps {
  readonly position: Position
  /** Its current and former exits. */
  readonly exits: readonly ConditionalView[]
  readonly now: Price | null
  readonly wordsOf: (size: Size) => DragText
}

const SHARE_OPTIONS = SHARES.map((share) => ({ value: share, label: share === '100' ? 'All' : `${share} %` }))

export function PulledAsk({ position, exits, to, now, wordsOf, place, stale }: PulledAskProps): ReactNode {
  const call = useCall()
  const [share, setShare] = useState<PulledShare>('100')
  const protection = useCloseDistances()[position.family]
  const pulled = pulledExit({ position, exits, to, now, share, protection })
  const message = wordsOf('size' in pulled ? pulled.size : absolute(position.size))
  const about = `${to}/${share}`
  const { ask, isSending, refused, early } = useAsk(about, place)
  return (
    <DragChip
      {...place}
      text={message}
      off={message.off ?? ('refusal' in pulled ? pulled.refusal : null) ?? refused}
      note={early ?? stale}
      {...(early === null ? {} : { send: MESSAGES.setAllTheSame })}
      isSending={isSending}
      onSend={() => {
        if ('refusal' in pulled) return
        ask(about, (requestId) =>
          pulled.plan === null
            ? call('setExitPlan', { ...pulled.input, requestId, acceptsUntil: early !== null })
            : call('addExit', { ...pulled.addition, plan: pulled.plan }),
        )
      }}
    >
      {'shares' in pulled && pulled.shares && (
        <div className={styles.chipShares}>
          <Segmented label="Closes" options={SHARE_OPTIONS} value={share} onChange={setShare} />
        </div>
      )}
    </DragChip>
  )
}
