/** What answers of the service agree in about the ends of markets, and exits that follow the ends as these are moved. */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { createAgreed } from './doubt.ts'
import { type MarketNow, mayBeOver, SAME_MOMENT, saidOf } from './market-end.ts'
import type { ConditionalFacts } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalEvent } from './state-machine.ts'
import type { ConditionalSteps } from './steps.ts'

/** The answer that a market's state is of: its time of receipt. */
function answerOf({ family }: ConditionalTarget, { bucket, binary, outcomesReadAt }: MarketNow): Millis | null {
  if (family === 'scalar') return bucket?.receivedAt ?? null
  return family === 'binary' ? (binary?.receivedAt ?? null) : outcomesReadAt
}

const keyOf = ({ family, asset, end }: ConditionalTarget): string => `${family}/${asset}/${end}`

interface MarketEndsOptions {
  readonly facts: Pick<ConditionalFacts, 'binary'>
  readonly saved: Pick<SavedConditionals, 'live'>
  readonly steps: Pick<ConditionalSteps, 'apply'>
  readonly marketNow: (asset: string) => MarketNow
  readonly clock: Pick<Clock, 'monotonic'>
}

interface MarketEnds {
  /** The market of an exit, with what answers have agreed in about its end. */
  now(record: Pick<StoredConditional, 'target'>): MarketNow
  /** Takes what the newest answers say of the markets of all exits: their ends follow what two answers agree in. Call at each answer. */
  look(): void
}

export function createMarketEnds({ facts, saved, steps, marketNow, clock }: MarketEndsOptions): MarketEnds {
  const overs = createAgreed<boolean>(clock, Object.is)
  const ends = createAgreed<Millis>(clock, (a, b) => Math.abs(a - b) <= SAME_MOMENT)
  const cutoffs = createAgreed<Millis>(clock, (a, b) => Math.abs(a - b) <= SAME_MOMENT)

  function now({ target }: Pick<StoredConditional, 'target'>): MarketNow {
    const market = marketNow(target.asset)
    const key = keyOf(target)
    const answer = answerOf(target, market)
    const said = saidOf(target, market)
    if (answer !== null && said.at !== 'unknown') {
      overs.take(key, said.at === 'over' && mayBeOver(target, market), answer)
      ends.take(key, said.at === 'moved' ? said.end : target.end, answer)
    }
    return {
      ...market,
      agreed: {
        isOver: overs.of(key) === true,
        entryCutoff: cutoffs.of(key) ?? null,
        isCutoffInDoubt: cutoffs.isInDoubt(key),
      },
    }
  }

  /** Also while nothing is held: an exit that is set then has a cut-off to go by. The key of the bucket that it is of, null without one. */
  function takeCutoff(): string | null {
    const { status = null, bucket = null, receivedAt = null } = facts.binary() ?? {}
    if (bucket === null || bucket.asset === null || bucket.end === null) return null
    const key = keyOf({ family: 'binary', asset: bucket.asset, end: bucket.end })
    const cutoff = status?.activeAsset === bucket.asset ? status.entryCutoff : null
    if (cutoff !== null && receivedAt !== null) cutoffs.take(key, cutoff, receivedAt)
    return key
  }

  return {
    now,
    look() {
      const live = saved.live()
      const keys = new Set(live.map(({ target }) => keyOf(target)))
      overs.keep(keys)
      ends.keep(keys)
      const newest = takeCutoff()
      cutoffs.keep(newest === null ? keys : new Set([...keys, newest]))
      const moved = live.flatMap((record): (readonly [string, ConditionalEvent])[] => {
        const market = now(record)
        const end = ends.of(keyOf(record.target)) ?? record.target.end
        const by = end - record.target.end
        if (Math.abs(by) <= SAME_MOMENT || end <= market.serverTime) return []
        const detail = `The service moved the end of its market: it is ${spanOf(by)} ${by > 0 ? 'later' : 'earlier'}.`
        return [[record.id, { type: 'rescheduled', end: millis(end), detail }]]
      })
      if (moved.length > 0) steps.apply(moved)
    },
  }
}

/** `40 s`, `37 min`. */
function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
