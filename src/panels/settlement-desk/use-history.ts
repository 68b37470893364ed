/** Past marks for the forecast, read as far as the moment needs them. */
import { useMemo } from 'react'
import { Forecaster, type HistoryHours, pathOfCandles } from '../../../contract/settlement/index.ts'
import { useMarkCandles } from '../../queries/index.ts'

const MINUTE = 60_000
/** What is left of a bucket from which on minutes are asked, and seconds, ms: both are there when they are needed. */
const MINUTES_FROM = 15 * MINUTE
const SECONDS_FROM = 4 * MINUTE
/** The finer, the less of the past: hours of minutes, and how many seconds. */
const MOST_MINUTES = 72 * 60
const SECONDS = 5000

export interface PastMarks {
  readonly forecaster: Forecaster
  /** Whether what this moment needs has been read. */
  readonly isRead: boolean
  /** Why it could not be, in the service's words. */
  readonly error: Error | null
  readonly again: () => void
}

/** @param left ms to the end of the bucket; null while there is none */
export function useHistory(asset: string | null, hours: HistoryHours, left: number | null, window: number): PastMarks {
  const isSeen = left !== null
  const days = useMarkCandles(asset, { resolution: 300, count: hours * 12, everyMs: 5 * MINUTE, wanted: isSeen })
  const wantsMinutes = isSeen && left <= MINUTES_FROM
  const minutes = useMarkCandles(asset, {
    ...{ resolution: 60, count: Math.min(MOST_MINUTES, hours * 60), everyMs: MINUTE },
    wanted: wantsMinutes,
  })
  const wantsSeconds = isSeen && left <= SECONDS_FROM
  const seconds = useMarkCandles(asset, { resolution: 1, count: SECONDS, everyMs: 10_000, wanted: wantsSeconds })
  const forecaster = useMemo(
    () =>
      new Forecaster({
        days: pathOfCandles(days.data ?? [], 300),
        hours: pathOfCandles(minutes.data ?? [], 60),
        minutes: pathOfCandles(seconds.data ?? [], 1),
      }),
    [days.data, minutes.data, seconds.data],
  )
  const needed = left === null || left > 10 * MINUTE ? days : left > window ? minutes : seconds
  return {
    forecaster,
    isRead: needed.data !== undefined,
    error: needed.data === undefined ? needed.error : null,
    again: () => {
      needed.refetch().catch(() => undefined)
    },
  }
}
