/** An alert as the trader sets or changes it: its owner, what is kept of the previous one, and what starts again. Pure. */
import type { Address } from '../../contract/address.ts'
import { type AlertRecord, type AlertRule, alertScope, USUAL_END_MINUTES } from '../../contract/alert.ts'
import type { Millis } from '../../contract/time.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import { NO_MEMORY } from './evaluate.ts'
import type { AlertInput } from './interface.ts'

export const isSameRule = <Before extends Pick<AlertRecord, 'rule'>>(
  before: Before | null,
  rule: AlertRule,
): before is Before => before !== null && JSON.stringify(before.rule) === JSON.stringify(rule)

type Asked = Pick<AlertInput, 'rule' | 'repeat' | 'on'>
type Ruled = Pick<AlertRecord, 'rule' | 'repeat'>

/** Whether only its state changes: its owner then stays the same. */
export const isSameAlert = <Before extends Ruled>(before: Before | null, { rule, repeat }: Ruled): before is Before =>
  isSameRule(before, rule) && before.repeat === repeat

/** Whether it is only switched off, which anyone may do. */
export const isSwitchedOff = (before: StoredAlert, request: Asked): boolean =>
  !request.on && isSameAlert(before, request)

function accountOf(before: StoredAlert | null, request: Asked, address: Address | null): string | null {
  if (alertScope(request.rule.kind) === 'deployment') return null
  return isSameAlert(before, request) ? before.account : address
}

/**
 * The alert to be stored.
 * @param before the changed alert; null for a new one.
 */
export function alertSet(
  request: Asked,
  before: StoredAlert | null,
  on: Pick<StoredAlert, 'profile'> & {
    readonly address: Address | null
    readonly now: Millis
    readonly newId: () => string
    /** The memory of a rule that starts now. */
    readonly firstSight: (rule: AlertRule) => AlertMemory
  },
): StoredAlert {
  const { rule, repeat, on: isOn } = request
  const unchanged = isSameRule(before, rule) && before.state === 'on' ? before : null
  return {
    id: before?.id ?? on.newId(),
    rule,
    repeat,
    state: isOn ? 'on' : 'off',
    // Fills count from here: what happened while it was off, or under another rule, is past.
    createdAt: unchanged?.createdAt ?? on.now,
    lastFiredAt: before?.lastFiredAt ?? null,
    lastMessage: before?.lastMessage ?? null,
    timesFired: before?.timesFired ?? 0,
    account: accountOf(before, request, on.address),
    profile: on.profile,
    memory: unchanged?.memory ?? on.firstSight(rule),
  }
}

/** A position must never settle unnoticed. */
export const alertBegun: Omit<StoredAlert, 'id' | 'profile' | 'createdAt'> = {
  rule: { kind: 'market_end', asset: null, minutes: USUAL_END_MINUTES },
  repeat: true,
  state: 'on',
  lastFiredAt: null,
  lastMessage: null,
  timesFired: 0,
  account: null,
  memory: NO_MEMORY,
}

type Judged = Pick<AlertRecord, 'rule' | 'repeat'> & Partial<Pick<AlertRecord, 'account'>>

/** Whether an alert is the default that the terminal set: nobody asked for it. A changed one belongs to a wallet. */
export const isOfTerminal = ({ rule, repeat, account = null }: Judged): boolean =>
  account === null && repeat && JSON.stringify(rule) === JSON.stringify(alertBegun.rule)
