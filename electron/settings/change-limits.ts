/** Saves the limits that a trader set, and says it plainly when that loosens one. */
import { loosened, type TradingLimits } from '../../contract/limits.ts'
import type { Log } from '../log/index.ts'
import type { Notices } from '../topics/index.ts'
import type { TerminalSettings } from './terminal-settings.ts'

/** @throws Error in words when they cannot be saved; nothing has changed then. */
export function changeLimits(
  limits: TradingLimits,
  on: {
    readonly settings: Pick<TerminalSettings, 'current' | 'change'>
    readonly notices: Pick<Notices, 'add'>
    readonly log: Pick<Log, 'info' | 'warn'>
  },
): void {
  const looser = loosened(on.settings.current.limits, limits)
  on.settings.change({ limits })
  on.log.info({ limits }, 'the limits were set')
  if (looser.length === 0) return
  on.log.warn({ looser }, 'limits were loosened')
  on.notices.add('warning', 'Limits were loosened', `${looser.join('; ')}.`)
}
