/** Reversals: each has its own record, on disk before each of its effects. One that an earlier run began opens nothing. */

import type { Position } from '../../../contract/account.ts'
import { codeText } from '../../../contract/action-code.ts'
import { absolute, signOf } from '../../../contract/decimal.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { isReversalFinal, REVERSAL_TRANSITIONS, type ReversalRequest } from '../../../contract/reversal.ts'
import { CallError } from '../../errors.ts'
import { createRuns } from '../../multi-step/index.ts'
import type { StoredReversal } from '../../storage/index.ts'
import { derivedId, type Refusal } from '../actions/index.ts'
import type { NewOrder, RecordsOf, RefusalCheck } from './interface.ts'
import { carryOnReversal, openingOf, type ReversalPorts } from './reverse.ts'
import { refuseUnsent } from './steps.ts'

interface ReversalsOptions extends RecordsOf<StoredReversal> {
  readonly ports: ReversalPorts
  /** The position by a read that begins now. @throws ServiceError */
  readonly positionIn: (asset: string) => Promise<Position | null>
  /** Why the opening would be refused once the position is closed, or null. Uses up nothing of any limit. @throws ServiceError */
  readonly check: (closed: Position, intent: NewOrder) => Promise<Refusal | null>
}

/** The request for a reversal; the bar covers which input it came from. */
export type ReversalInput = Omit<ReversalRequest, 'by'>

/** Families whose positions are reversed in one step. */
const REVERSIBLE: Readonly<Record<Family, boolean>> = { scalar: true, binary: false, outcome: false }

export function createReversals({ ports, ...options }: ReversalsOptions) {
  const runs = createRuns<StoredReversal>({
    ...options,
    topic: 'reversals',
    what: 'reversal',
    states: REVERSAL_TRANSITIONS,
    isUnderWay: (state) => !isReversalFinal(state),
    assetOf: ({ asset }) => asset,
    takeBack: ({ openId }, text) => refuseUnsent(ports.actionLog, openId, text),
  })

  const run = (first: StoredReversal, mayOpen: boolean, bar: RefusalCheck): void =>
    runs.run(
      first,
      (run) => carryOnReversal(first, { ...run, mayOpen, bar }, ports),
      // What it had begun may be in the market: its state is kept, and the next start reads it to its end.
      (record, text) => ({
        ...record,
        message: `${text}. The position may have changed: check Positions. The next start of Isotherm shows the result.`,
      }),
    )

  const refuse = (text: string): never => {
    throw new CallError('cannot_reverse', text, 'close')
  }
  function checkFree(asset: string): void {
    if (runs.running().some((one) => one.asset === asset)) refuse(`The position in ${asset} is already being reversed.`)
  }

  async function checked({ close, worst }: ReversalInput, bar: RefusalCheck): Promise<Position> {
    const { asset, position: side, size } = close
    if (size !== null || side === undefined) return refuse('A reversal closes the whole position and names its side.')
    checkFree(asset)
    const held = await options.positionIn(asset)
    if (held === null || signOf(held.size) === 0) return refuse(`There is no position in ${asset} to reverse.`)
    if (!REVERSIBLE[held.family]) return refuse('Only scalar positions can be reversed in one step.')
    if (signOf(held.size) > 0 !== (side === 'long')) return refuse(`The position in ${asset} has changed sides.`)
    const intent = openingOf({ asset, size: held.size, worst }, absolute(held.size))
    const refusal = bar(intent) ?? (await options.check(held, intent))
    if (refusal !== null)
      throw new CallError(codeText(refusal.code), `${refusal.message} Nothing was closed.`, refusal.field)
    return held
  }

  return {
    /**
     * Reverses a position, once for the same request; resolves as soon as it is journalled.
     * @throws CallError where it cannot be reversed, or the opening would be refused; ServiceError of the reads behind that: nothing was done.
     */
    async reverse(request: ReversalInput, bar: RefusalCheck): Promise<{ readonly id: string }> {
      const { requestId: id, close, worst } = request
      if (runs.has(id)) return { id }
      const account = options.signedIn()
      const { size } = await checked(request, bar)
      if (!ports.isCurrent(account)) throw new CallError('signed_out', COMMON.anotherWallet)
      if (runs.has(id)) return { id }
      // Another one may have begun during these reads.
      checkFree(close.asset)
      const at = options.serverTime()
      const record: StoredReversal = {
        ...{
          id,
          profile: options.profile,
          account,
          asset: close.asset,
          size,
          close,
          worst,
          state: 'closing',
          at,
          changedAt: at,
        },
        ...{ closeId: derivedId(id, 'close'), openId: null, closed: null, opened: null, message: null },
      }
      runs.begin(record)
      run(record, true, bar)
      return { id }
    },
    /**
     * Stops reversals under way from opening anything more. @param asset only of it; null for all. @param by what stops them. @param account only of
     * it; null for all.
     */
    stop: (asset: string | null, by: string, account?: string | null): void =>
      runs.stop(asset, `Stopped by ${by}: nothing was opened.`, account),
    takeUpEarlierRun: (): void => runs.takeUp((record) => run(record, false, () => null)),
    underWay: runs.underWay,
    topics: runs.topics,
  }
}
