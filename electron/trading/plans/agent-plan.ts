/** Plans of one prepared action, as nearly all are. */
import type { PreparedAction, PreparedKind, TradingService } from '../../service/index.ts'
import type { Plan } from './interface.ts'

export const one =
  (prepare: () => Promise<PreparedAction>): Plan['prepare'] =>
  async () => [await prepare()]

export const submitOne =
  (service: Pick<TradingService, 'submitPrepared'>, kind: PreparedKind): Plan['submit'] =>
  ([signed]) => {
    if (signed === undefined) throw new Error('there is nothing to submit')
    return service.submitPrepared(kind, signed)
  }
