/** Says mark, bid and ask of the live market to a screen reader: when they changed, as often as was chosen at most, and on request. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/settings-table.ts'
import { useMarketData, useTick } from '../../market-data/index.ts'
import { useSettings } from '../../queries/index.ts'
import { useActiveAsset } from '../../workspace/index.ts'
import { priceWords } from './price-words.ts'

const INTERVALS: { readonly [A in Settings['announcements']]: number | null } = {
  off: null,
  'every-5-s': 5000,
  'every-15-s': 15_000,
  'every-60-s': 60_000,
}

const useAsked = create<{ readonly times: number }>(() => ({ times: 0 }))

/** Has the prices said now. */
export const sayPrices = (): void => useAsked.setState(({ times }) => ({ times: times + 1 }))

/** Watches the market only while something is to be said of it, or was asked for once. */
export function Announcer(): ReactNode {
  const { announcements } = useSettings() ?? DEFAULT_SETTINGS
  const asked = useAsked(({ times }) => times)
  const interval = INTERVALS[announcements]
  return interval === null && asked === 0 ? null : <Announced interval={interval} asked={asked} />
}

function Announced({ interval, asked }: { interval: number | null; asked: number }): ReactNode {
  const asset = useActiveAsset()
  const { store } = useMarketData()
  const tick = useTick(interval)
  const [said, setSaid] = useState({ words: '', times: 0 })
  const answered = useRef(0)
  const say = useEffectEvent((): void => {
    const ticker = asset === null ? undefined : store.read({ kind: 'ticker', asset })
    const words = priceWords(asset, ticker)
    const isAnswer = answered.current < asked
    if (ticker !== undefined || asset === null) answered.current = asked
    // What was asked for is said even where it is what was said last: as a new element it is news.
    setSaid((before) => ({ words, times: before.times + (isAnswer ? 1 : 0) }))
  })
  useEffect(
    () =>
      asset === null
        ? undefined
        : store.subscribe({ kind: 'ticker', asset }, () => {
            if (answered.current < asked) say()
          }),
    [store, asset, asked],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tick and the request are what it is said for
  useEffect(() => say(), [tick, asked])
  return (
    <div role="status" aria-label="Prices" className="visually-hidden">
      <span key={said.times}>{said.words}</span>
    </div>
  )
}
