/** Puts together what the desk is about, at most once a second, of topics that stream already and reads of the past. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import type { Assumptions, Forecaster, Moment } from '../../../contract/settlement/index.ts'
import { useCalmTopic, useServerClock, useTopic } from '../../market-data/index.ts'
import { useAccount } from '../../queries/index.ts'
import { usePanelVisible } from '../../ui/index.ts'
import { usePanelOption } from '../../workspace/index.ts'
import { assumptionsOf, type ChosenAssumptions, choiceFrom } from './chosen-assumptions.ts'
import { type Desk, type DeskForecast, MOST_MISSED, type WindowSeen, windowSeen } from './desk.ts'
import { MESSAGES } from './messages.ts'
import { useLearnt } from './use-forecast.ts'
import { type PastMarks, useHistory } from './use-history.ts'

const SECOND = 1000
const NO_EXITS: readonly ConditionalView[] = []
const kept = (value: unknown): unknown => value

export function useDesk(instrument: ScalarInstrument, view: BucketView, bucket: Bucket, tick: Price): Desk {
  const isSeen = usePanelVisible()
  const now = useServerClock(isSeen ? SECOND : 60_000)
  const { asset } = bucket
  const mark = useCalmTopic(isSeen ? { kind: 'ticker', asset } : null, SECOND)?.mark ?? null
  const { chosen, choose } = useChosen()
  const assumptions = useMemo(() => assumptionsOf(chosen), [chosen])
  const past = useHistory(asset, chosen.hours, isSeen ? Math.max(0, bucket.end - now) : null, view.twapWindow)
  const seen = windowSeen(view, bucket, now)
  const { forecaster } = past
  const forecast = useForecast({ forecaster, past, view, bucket, now, mark, seen, assumptions })
  const conditionals = useTopic({ kind: 'conditionals' }) ?? NO_EXITS
  const exits = useMemo(
    () =>
      conditionals.filter(
        (one) => one.target.asset === asset && one.trigger !== null && !isConditionalFinal(one.state),
      ),
    [conditionals, asset],
  )
  const position = useAccount().data?.positions.find((one) => one.family === 'scalar' && one.asset === asset) ?? null
  return { instrument, bucket, view, now, mark, tick, seen, forecast, position, exits, chosen, choose }
}

function useChosen() {
  const [option, keep] = usePanelOption('assumptions', kept)
  const chosen = useMemo(() => choiceFrom(option), [option])
  const choose = useCallback((change: Partial<ChosenAssumptions>) => keep({ ...chosen, ...change }), [chosen, keep])
  return { chosen, choose }
}

interface Known {
  readonly forecaster: Forecaster
  readonly past: PastMarks
  readonly view: BucketView
  readonly bucket: Bucket
  readonly now: number
  readonly mark: Price | null
  readonly seen: WindowSeen | null
  readonly assumptions: Assumptions | null
}

/** While more of the past is being learnt, the forecast of a second ago stands, if it was of the same. */
function useForecast(known: Known): DeskForecast {
  const { forecaster, bucket, assumptions } = known
  const asked = askedOf(known)
  const isLearnt = useLearnt(forecaster, asked.is === 'moment' ? asked.moment : null)
  const last = useRef<Shown | null>(null)
  const before = last.current
  const isSame = before !== null && before.end === bucket.end && before.assumptions === assumptions
  const waiting: DeskForecast = isSame ? before.forecast : { is: 'loading' }
  const learnt = (moment: Moment, by: Assumptions): DeskForecast =>
    isLearnt ? forecaster.forecast(moment, by) : waiting
  const forecast = asked.is === 'moment' ? learnt(asked.moment, asked.assumptions) : asked
  useEffect(() => {
    last.current = { end: bucket.end, assumptions, forecast }
  })
  return forecast
}

interface Shown {
  readonly end: number
  readonly assumptions: Assumptions | null
  readonly forecast: DeskForecast
}

/** The moment to be forecast, or why there is none. */
function askedOf({ past, view, bucket, now, mark, seen, assumptions }: Known) {
  const missing = (reason: string) => ({ is: 'missing', reason }) as const
  if (assumptions === null) return missing(MESSAGES.unreadable)
  if (mark === null) return missing('No mark has come yet.')
  const isInWindow = bucket.end - now < view.twapWindow
  if (isInWindow && (seen === null || seen.missedMs > MOST_MISSED)) return missing(missedWords(seen))
  if (past.error !== null) return { is: 'error', message: past.error.message, again: past.again } as const
  if (!past.isRead && assumptions.volatility.by === 'past') return { is: 'loading' } as const
  const soFar = isInWindow && seen !== null ? Number(seen.mark) : null
  const moment: Moment = { now, end: bucket.end, window: view.twapWindow, mark: Number(mark), soFar }
  return { is: 'moment', moment, assumptions } as const
}

const missedWords = (seen: WindowSeen | null): string =>
  seen === null
    ? 'Nothing of the final window has been seen yet.'
    : `This terminal saw nothing of ${Math.round(seen.missedMs / 1000)} s of the final window: what they averaged is not known, nor where it settles.`
