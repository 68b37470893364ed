/** What the tickets of every family have in common between a press and its order: exits that go ahead, the question of a slip, the sent order followed. */
import { BY_FORM } from '../../contract/catches.ts'
import type { Intent } from '../../contract/intent.ts'
import { useTicketExits } from '../exit-plan/index.ts'
import {
  actionOf,
  askedReasons,
  questionText,
  type Reason,
  useFollowedAction,
  useShown,
  useSubmission,
  useSurePress,
} from '../trade-forms/index.ts'
import { useNoteSent } from '../workspace/index.ts'
import { useHoldKind } from './kind-held.tsx'

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
