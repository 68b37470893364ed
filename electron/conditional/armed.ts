/** Watches the conditional orders that are armed: triggers what is reached, and ends what can no longer trigger. */
import { type Price, trimZeros } from '../../contract/decimal.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { heldIn } from './closing.ts'
import { createDoubt } from './doubt.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalSteps } from './steps.ts'
import { isReached, KIND_LABELS } from './trigger.ts'
import type { Watching } from './watching.ts'

interface Armed {
  /** Looks at those of an asset; of every asset for null. */
  look(asset: string | null): void
  /** A public trade as it happens, for triggers on the last price. */
  onTrade(trade: PublicTrade): void
  /** Positions may have changed: what has nothing left to close, by two reads, ends. A read that fails says nothing. */
  checkPositions(): Promise<void>
  /** Whether a position was missing in a read and is to be looked for again by now. */
  isDoubtful(): boolean
}

interface ArmedOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly watching: (record: StoredConditional) => Watching
  readonly steps: ConditionalSteps
  /** Begins the close of one that triggered. */
  readonly carryOut: (id: string) => void
  readonly trading: Pick<ConditionalTrading, 'readAccount'>
  readonly report: Report
  readonly clock: Pick<Clock, 'monotonic'>
}

export function createArmed({ saved, mine, watching, steps, carryOut, trading, report, clock }: ArmedOptions): Armed {
  const gone = createDoubt(clock)

  /** @param printed the price of a trade that has just happened, for triggers on the last price. */
  function consider(id: string, printed: Price | null): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'armed' || partnerAtWork(record, saved) !== null) return
    const now = watching(record)
    if (now.at === 'ended') {
      steps.end(record, now.reason)
    } else if (now.at === 'watched') {
      const price = printed ?? now.price
      if (isReached(record.direction, record.trigger, price)) trigger(record, price)
    }
  }

  /** The other one of a pair stays armed, and is held back, until the position is known to be closed: this close may come to nothing. */
  function trigger(record: StoredConditional, price: Price): void {
    const { id, kind, source, target } = record
    const label = KIND_LABELS[kind]
    const watched = source === 'mark' ? 'The mark' : 'The last price'
    const words = `${watched}${target.family === 'binary' ? ' of UP' : ''} was ${price}, at or through ${record.trigger}.`
    if (!steps.apply([[id, { type: 'triggered', detail: words }]])) return
    const closing = `Closing ${trimZeros(record.percent)} % at market.`
    report('info', `${label} triggered on ${target.asset}`, `${words} ${closing}`)
    carryOut(id)
  }

  return {
    look(asset) {
      for (const { id, target } of mine()) if (asset === null || target.asset === asset) consider(id, null)
    },
    onTrade({ asset, px }) {
      for (const { id, target, source } of mine()) if (source === 'last' && target.asset === asset) consider(id, px)
    },
    async checkPositions() {
      const armed = new Set(mine().flatMap(({ id, state }) => (state === 'armed' ? [id] : [])))
      gone.keep(armed)
      if (armed.size === 0) return
      const account = await trading.readAccount().catch(() => null)
      if (account === null) return
      for (const record of mine()) {
        if (record.state !== 'armed' || record.account !== account.address) continue
        /** Its partner says what became of the position. */
        if (partnerAtWork(record, saved) !== null) continue
        if (!gone.isProven(record.id, heldIn(account, record) === null)) continue
        gone.settle(record.id)
        steps.end(record, `The position in ${record.target.asset} is gone.`)
      }
    },
    isDoubtful: gone.isDue,
  }
}

/** The other one of a pair while it is closing the position; null when there is none, or it is not. */
export const partnerAtWork = (
  { id, oco }: StoredConditional,
  saved: Pick<SavedConditionals, 'live'>,
): StoredConditional | null =>
  (oco === null ? [] : saved.live()).find((one) => one.oco === oco && one.id !== id && one.state !== 'armed') ?? null
