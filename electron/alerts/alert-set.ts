/** An alert as the trader sets or changes it: what is kept of the one before, and what begins again. Pure. */
import type { AlertRule } from '../../contract/alert.ts'
import type { Millis } from '../../contract/time.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import type { AlertInput } from './interface.ts'

export const isSameRule = (before: StoredAlert | null, rule: AlertRule): before is StoredAlert =>
  before !== null && JSON.stringify(before.rule) === JSON.stringify(rule)

/**
 * The alert to be stored.
 * @param before the one that is changed; null for a new one.
 */
export function alertSet(
  { rule, repeat, on: isOn }: Pick<AlertInput, 'rule' | 'repeat' | 'on'>,
  before: StoredAlert | null,
  on: Pick<StoredAlert, 'profile' | 'account'> & {
    readonly now: Millis
    readonly newId: () => string
    /** What a rule that begins has seen already. */
    readonly firstSight: (rule: AlertRule) => AlertMemory
  },
): StoredAlert {
  const goesOn = isSameRule(before, rule) && before.state === 'on' ? before : null
  return {
    id: before?.id ?? on.newId(),
    rule,
    repeat,
    state: isOn ? 'on' : 'off',
    // Fills count from here: what happened while it was off, or under another rule, is past.
    createdAt: goesOn?.createdAt ?? on.now,
    lastFiredAt: before?.lastFiredAt ?? null,
    lastWords: before?.lastWords ?? null,
    timesFired: before?.timesFired ?? 0,
    profile: on.profile,
    account: on.account,
    memory: goesOn?.memory ?? on.firstSight(rule),
  }
}
