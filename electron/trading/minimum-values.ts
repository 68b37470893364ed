/**
 * The minimum order value of each family where a market's metadata names none: the profile's, else the newest that the service refused an order
 * with. What was learned is forgotten with the terminal: a minimum that the service has lowered would refuse orders for ever.
 */

import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { Family } from '../../contract/market-ref.ts'
import { type MinimumValues, minimumIn } from '../../contract/minimum-value.ts'
import type { Log } from '../log/index.ts'
import type { ActionLog } from './actions/index.ts'

export interface KnownMinimums {
  /** In the collateral of the family; null where none is known. */
  view(): MinimumValues
  readonly onChange: Listen
}

interface KnownMinimumsOptions {
  readonly ofProfile: MinimumValues
  readonly actionLog: Pick<ActionLog, 'onChange'>
  readonly familyOf: (asset: string) => Family
  readonly log: Pick<Log, 'info'>
}

export function createKnownMinimums({ ofProfile, actionLog, familyOf, log }: KnownMinimumsOptions): KnownMinimums {
  const listeners = new Listeners()
  let known = ofProfile
  actionLog.onChange(({ state, intent, message }) => {
    if (state !== 'rejected' || message === null || !('asset' in intent)) return
    const minimum = minimumIn(message)
    const family = familyOf(intent.asset)
    if (minimum === null || ofProfile[family] !== null || known[family] === minimum) return
    known = { ...known, [family]: minimum }
    log.info({ family, minimum }, 'the minimum order value was learned from a refusal')
    listeners.notify()
  })
  return { view: () => known, onChange: listeners.on }
}
