/** The sender of a ticket, its button, and the lock on changing the order mode. */
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { BY_FORM } from '../../contract/safety-locks.ts'
import { useTicketExits } from '../exit-plan/index.ts'
import {
  actionOf,
  openReasons,
  questionText,
  type Reason,
  useMisclickGuard,
  useShown,
  useSubmission,
  useSubmittedAction,
  useSurePress,
} from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import { useNoteSent } from '../workspace/index.ts'
import styles from './ticket-frame.module.css'

// The mode cannot be changed while a form waits for the answer to its order: another form would replace it, and the answer would be lost.

interface KindHeld {
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
}

const KindHeldContext = createContext<KindHeld>({ isHeld: false, hold: () => undefined })

/** Wraps the mode selector and its forms. */
export function KindHolder({ children }: { readonly children: ReactNode }): ReactNode {
  const [isHeld, hold] = useState(false)
  const value = useMemo(() => ({ isHeld, hold }), [isHeld])
  return <KindHeldContext value={value}>{children}</KindHeldContext>
}

/** Whether the mode cannot be changed now. */
export const useKindHeld = (): boolean => useContext(KindHeldContext).isHeld

/** Locks the mode while the form waits for an answer. */
export function useHoldKind(isSending: boolean): void {
  const { hold } = useContext(KindHeldContext)
  useLayoutEffect(() => {
    hold(isSending)
    return () => hold(false)
  }, [hold, isSending])
}

// Shared by the tickets of every family between a click and its order: exits that precede it, the confirmation of a slip, following the sent order.

type Seen = Parameters<ReturnType<typeof useShown>>[0]

interface TicketPress<Sent extends Intent> {
  readonly intent: Sent
  /** Reasons to confirm before it is sent. */
  readonly reasons: readonly Reason[]
  /** `event.detail` of the click. */
  readonly clicks: number
  /** The prices that the ticket shows at the click. */
  readonly seen: Seen
}

/** @param exitsOf returns the exit plan of the order */
export function useTicketSender(exitsOf: Parameters<typeof useTicketExits>[0]) {
  const shownOf = useShown()
  const exits = useTicketExits(exitsOf)
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useSubmittedAction(sender.submission)
  useNoteSent(actionOf(sender.submission))
  useHoldKind(sender.submission.state === 'sending')
  const sure = useSurePress()
  return {
    exits,
    sender,
    /** The newest order of the form; undefined while there is none. */
    action,
    /** Whether a question waits for a second click. */
    isAsking: sure.asked !== null,
    /** The question of a button after its first click; null where there is none. `order` identifies the order by its typed values. */
    questionOf: (order: string, reasons: readonly Reason[]): string | null => questionText(sure.asked, order, reasons),
    /** All its questions. */
    askedOf: (order: string, reasons: readonly Reason[]): readonly Reason[] => openReasons(sure.asked, order, reasons),
    /** Sends an order, or asks first; returns whether it was sent. */
    press<Sent extends Intent>(order: string, { intent, reasons, clicks, seen }: TicketPress<Sent>): boolean {
      if (!sure.isSending(order, { intent, reasons, clicks })) return false
      sender.press(intent, clicks, shownOf(seen))
      return true
    },
  }
}

interface TicketButtonProps {
  readonly side: Side
  /** `Buy`, `Long`, `UP`. */
  readonly name: string
  /** What it sends, or the inputs that are missing. */
  readonly what: ReactNode
  /** Its question after the first click; null where there is none. */
  readonly again?: string | null
  readonly disabled: boolean
  readonly busy?: boolean
  /** A click would have no effect, so it must not look as if it had. */
  readonly quiet?: boolean
  /** The id of the banner that states why it is disabled. */
  readonly describedBy?: string | undefined
  readonly onPress: (event: MouseEvent) => void
}

/** A held key repeats its click many times a second: only its first press counts. */
export const firstOnly = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

/** A button that sends an order, with the order in its name; it asks in place where a click may be a slip. */
export function TicketButton(props: TicketButtonProps): ReactNode {
  const { side, name, what, again = null, disabled, busy = false, quiet = false, describedBy, onPress } = props
  const isHeldOff = useMisclickGuard()
  return (
    <Button
      variant={quiet ? 'quiet' : side}
      aria-describedby={describedBy}
      aria-busy={busy}
      data-send={side}
      title={again ?? undefined}
      disabled={disabled || isHeldOff}
      onKeyDown={firstOnly}
      onClick={onPress}
    >
      {again !== null ? (
        <span className={styles.again}>{again}</span>
      ) : (
        <>
          <span>{name}</span> <span className={styles.what}>{what}</span>
        </>
      )}
    </Button>
  )
}
