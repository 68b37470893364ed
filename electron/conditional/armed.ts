/** Watches the conditional orders that are armed: triggers what is reached, and ends what can no longer trigger. */
import { type Price, trimZeros } from '../../contract/decimal.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { StoredConditional } from '../storage/index.ts'
import { heldIn } from './closing.ts'
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
  /** Positions may have changed: what has nothing left to close ends. A read that fails says nothing. */
  checkPositions(): Promise<void>
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
}

export function createArmed({ saved, mine, watching, steps, carryOut, trading, report }: ArmedOptions): Armed {
  /** @param printed the price of a trade that has just happened, for triggers on the last price. */
  function consider(id: string, printed: Price | null): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'armed') return
    const now = watching(record)
    if (now.at === 'ended') {
      steps.end(record, now.reason)
    } else if (now.at === 'watched') {
      const price = printed ?? now.price
      if (isReached(record.direction, record.trigger, price)) trigger(record, price)
    }
  }

  /** The trigger and the end of the other one of a pair are one write: never do both of a pair live on. */
  function trigger(record: StoredConditional, price: Price): void {
    const { id, kind, oco, source, target } = record
    const label = KIND_LABELS[kind]
    const watched = source === 'mark' ? 'The mark' : 'The last price'
    const words = `${watched}${target.family === 'binary' ? ' of UP' : ''} was ${price}, at or through ${record.trigger}.`
    const partners = saved
      .live()
      .filter((one) => one.oco !== null && one.oco === oco && one.id !== id && one.state === 'armed')
    const pairDetail = `The ${label.toLowerCase()} of the pair triggered.`
    const taken = steps.apply([
      [id, { type: 'triggered', detail: words }],
      ...partners.map((one) => [one.id, { type: 'cancelled', detail: pairDetail }] as const),
    ])
    if (!taken) return
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
      if (!mine().some(({ state }) => state === 'armed')) return
      const account = await trading.readAccount().catch(() => null)
      if (account === null) return
      for (const record of mine()) {
        if (record.state !== 'armed' || record.account !== account.address) continue
        if (heldIn(account, record) === null) steps.end(record, `The position in ${record.target.asset} is gone.`)
      }
    },
  }
}
