/** The effect of a click in a row: an order while one-click is armed, else a filled ticket. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TimeInForce } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { Family } from '../../../contract/market-ref.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import { useStopAhead } from '../../exit-plan/index.ts'
import { type Freshness, useMarketData } from '../../market-data/index.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import type { SizeRead } from '../../markets/sizing.ts'
import { type Sender, useShown, useSubmission } from '../../trade-forms/index.ts'
import { useSteady } from '../../ui/index.ts'
import { usePanel, useTakeOrder } from '../../workspace/index.ts'
import { isSamePlace, type Pressed, pressDoes, pressedAt, type Seen } from './press.ts'

/**
 * The row of the pointer, or else of the keyboard, and the chosen size resolved in it.
 * @param counts whether the size differs from row to row: if not, nothing is stored, and a pointer move renders nothing
 */
export function useOver(counts: boolean, asset: string | null) {
  const [seen, see] = useState<Seen | null>(null)
  const newest = useRef<Seen | null>(null)
  const report = useSteady((next: Seen | null) => {
    if (isSamePlace(newest.current, next)) return
    newest.current = next
    if (counts) see(next)
  })
  // For a size chosen by key while the pointer stays over a row.
  useLayoutEffect(() => see(counts ? newest.current : null), [counts])
  return {
    seen: counts && seen?.asset === asset ? seen : null,
    notify: report,
    /** The last reported place. */
    newest: () => newest.current,
    counts,
  }
}

/** Null where the size is sent as chosen. Without a row it is that of a buy at the best bid. */
export function useSizeRead(
  ladder: MarketLadder,
  preset: SizePreset,
  seen: Seen | null,
  facts: LadderFacts,
): SizeRead | null {
  return useMemo(() => {
    const at = seen ?? (facts.bid === null ? null : ({ side: 'buy', price: facts.bid } as const))
    const isAsChosen = preset.by === 'contracts' || (preset.by === 'money' && ladder.unit === 'USDC')
    return isAsChosen || at === null ? null : ladder.sizeOf(preset, at, facts)
  }, [ladder, preset, seen, facts])
}

export interface LadderPresses {
  readonly sender: Sender
  /** Why the last click had no effect; null where there is nothing to report. */
  readonly text: string | null
  readonly say: (text: string | null) => void
  /** Starts a click in a place, with its shown size; null where it has none, which is reported. */
  readonly begin: (seen: Seen) => Pressed | null
  /** Sends the click, or reports why not. @param clicks `event.detail` of the click */
  readonly press: (pressed: Pressed, clicks: number) => void
}

interface PressHandlerTerms {
  /** Identifies the market: the message of one market is not shown in another. */
  readonly market: string
  readonly ladder: MarketLadder
  readonly facts: LadderFacts
  readonly family: Family
  readonly asset: string | null
  readonly preset: SizePreset
  /** The place whose size is shown. */
  readonly over: ReturnType<typeof useOver>
  readonly tif: TimeInForce
  readonly isArmed: boolean
  readonly freshness: Freshness
}

interface Said {
  readonly market: string
  readonly text: string | null
}

/** The message for a market. Pure. */
export const messageIn = (message: Said, market: string): string | null =>
  message.market === market ? message.text : null

export function useLadderPresses(terms: PressHandlerTerms): LadderPresses {
  const { market, family, asset: traded, ladder, facts, preset, over, tif, isArmed, freshness } = terms
  const { id } = usePanel()
  const { store } = useMarketData()
  // The loss at a stop is only bounded where that stop is set.
  const pressedStop = useRef<Price | null>(null)
  const sender = useSubmission({ kind: 'one_click', panel: id }, useStopAhead(family, traded, pressedStop))
  const shownOf = useShown()
  const take = useTakeOrder()
  const [message, setSaid] = useState<Said>({ market, text: null })
  const say = useCallback((message: string | null) => setSaid({ market, text: message }), [market])
  const begin = (seen: Seen): Pressed | null => {
    const read = pressedAt(seen, { ladder, preset, facts, shown: over.newest(), counts: over.counts })
    if ('pressed' in read) return read.pressed
    say(read.text)
    return null
  }
  const press = useSteady(({ seen: { price, side, asset }, size, stop }: Pressed, clicks: number) => {
    const order = ladder.orderOf({ side, price, size, tif }, facts)
    const isSending = sender.submission.state === 'sending'
    const does = pressDoes(order, { isArmed, age: freshness.stale ? freshness.text : null, isSending, clicks })
    if (does.does === 'nothing') return
    if (does.does !== 'send') {
      say(does.does === 'take' ? take({ side, price, size, tif, stop }) : does.text)
      return
    }
    say(null)
    const ticker = store.read({ kind: 'ticker', asset })
    pressedStop.current = stop
    sender.press(does.intent, clicks, shownOf({ worst: price, mark: ticker?.mark, mid: ticker?.mid }))
  })
  return { sender, text: messageIn(message, market), say, begin, press }
}
