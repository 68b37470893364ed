/** What the button of a ticket sends, and what holds it back: the sender, the button and the kinds of orders that are held. */
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
import { BY_FORM } from '../../contract/catches.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { useTicketExits } from '../exit-plan/index.ts'
import {
  actionOf,
  askedReasons,
  questionText,
  type Reason,
  useFollowedAction,
  useHeldOff,
  useShown,
  useSubmission,
  useSurePress,
} from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import { useNoteSent } from '../workspace/index.ts'
import styles from './ticket-frame.module.css'

// The kind of order cannot be changed while a form waits for the answer to what it sent: another form would take its place, and the answer be lost.

interface KindHeld {
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
}

const KindHeldContext = createContext<KindHeld>({ isHeld: false, hold: () => undefined })

/** Around the choice of kinds and their forms. */
export function KindHolder({ children }: { readonly children: ReactNode }): ReactNode {
  const [isHeld, hold] = useState(false)
  const value = useMemo(() => ({ isHeld, hold }), [isHeld])
  return <KindHeldContext value={value}>{children}</KindHeldContext>
}

/** Whether another kind cannot be chosen now. */
export const useKindHeld = (): boolean => useContext(KindHeldContext).isHeld

/** Holds the kind while the form waits for an answer. */
export function useHoldKind(isSending: boolean): void {
  const { hold } = useContext(KindHeldContext)
  useLayoutEffect(() => {
    hold(isSending)
    return () => hold(false)
  }, [hold, isSending])
}

// What the tickets of every family have in common between a press and its order: exits that go ahead, the question of a slip, the sent order followed.

type Seen = Parameters<ReturnType<typeof useShown>>[0]

interface TicketPress<Sent extends Intent> {
  readonly intent: Sent
  /** Why to look again before it goes out. */
  readonly reasons: readonly Reason[]
  /** `event.detail` of the press. */
  readonly clicks: number
  /** The prices that the ticket shows as it is pressed. */
  readonly seen: Seen
}

/** @param exitsOf the exit plan that goes with the order */
export function useTicketSender(exitsOf: Parameters<typeof useTicketExits>[0]) {
  const shownOf = useShown()
  const exits = useTicketExits(exitsOf)
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useFollowedAction(sender.submission)
  useNoteSent(actionOf(sender.submission))
  useHoldKind(sender.submission.state === 'sending')
  const sure = useSurePress()
  return {
    exits,
    sender,
    /** The newest order of the form; undefined while there is none. */
    action,
    /** Whether a question waits for a second press. */
    isAsking: sure.asked !== null,
    /** What a button asks that was pressed once; null where it asks nothing. `order` names the order by what was typed. */
    questionOf: (order: string, reasons: readonly Reason[]): string | null => questionText(sure.asked, order, reasons),
    /** All that it asks. */
    askedOf: (order: string, reasons: readonly Reason[]): readonly Reason[] => askedReasons(sure.asked, order, reasons),
    /** Sends an order, or asks first; whether it was sent. */
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
  /** What it sends, or what has to be entered before it sends anything. */
  readonly what: ReactNode
  /** What it asks, once it was pressed; null where it asks nothing. */
  readonly again?: string | null
  readonly disabled: boolean
  readonly busy?: boolean
  /** Nothing would come of a press: it does not look as if something would. */
  readonly quiet?: boolean
  /** The id of the banner that says why it is off. */
  readonly describedBy?: string | undefined
  readonly onPress: (event: MouseEvent) => void
}

/** A held key repeats its click many times a second: only the first press of it counts. */
const firstOnly = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

/** A button that sends an order, with what it sends in its name; it asks in the same place where a press may be a slip. */
export function TicketButton(props: TicketButtonProps): ReactNode {
  const { side, name, what, again = null, disabled, busy = false, quiet = false, describedBy, onPress } = props
  const isHeldOff = useHeldOff()
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
