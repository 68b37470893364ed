/** What a reversal would do, over the foot of the window: all of it is fixed as it is first shown; Enter does it, Esc drops it. */

import { type ReactNode, useEffect, useState } from 'react'
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import { closeDistanceWords } from '../../contract/protection.ts'
import { isReversalFinal } from '../../contract/reversal.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { bothPrices } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { reversalAsked, reversalStateWord } from '../positions/index.ts'
import { useAccount, useCloseDistances } from '../queries/index.ts'
import { sideWord } from '../trade-forms/index.ts'
import { dropDeed, type ShownDeed } from './deed.ts'
import { LineFrame } from './line-frame.tsx'
import { byOf } from './preview.ts'
import { type FixedReversal, reversalIssue, WAITING_FOR_LIVE } from './reversal.ts'
import { useHand } from './use-hand.ts'
import { useLine } from './use-line.ts'

/** What became of it is shown for so long; Activity has it for good. */
const SHOWN_MS = 8000

type State = { readonly at: 'shown'; readonly refused: string | null } | { readonly at: 'sent'; readonly id: string }

export function ReverseLine({ shown }: { readonly shown: ShownDeed }): ReactNode {
  const { id, market, origin } = shown
  const { clock } = useMarketData()
  const closes = useCloseDistances()
  const call = useCall()
  const { instrument, permission } = useHand(market)
  const asset = instrument?.asset ?? null
  const ticker = useTopic(asset === null ? null : { kind: 'ticker', asset })
  const account = useAccount().data
  const position = account?.positions.find((one) => one.asset === asset)
  const [fixed, setFixed] = useState<FixedReversal | null>(null)
  const [state, setState] = useState<State>({ at: 'shown', refused: null })
  /** One request, however often it is tried: a lost answer reverses nothing twice. */
  const [requestId] = useState(() => crypto.randomUUID())
  const tickSize = instrument?.tick ?? null
  useEffect(() => {
    if (fixed !== null || position === undefined) return
    const asked = reversalAsked(position, ticker, { tickSize, distance: closes.scalar })
    if (asked !== null) setFixed({ position, asked })
  }, [fixed, position, ticker, tickSize, closes])
  const reversals = useTopic({ kind: 'reversals' })
  const became = state.at === 'sent' ? reversals?.find((one) => one.id === state.id) : undefined
  const isOver = became !== undefined && isReversalFinal(became.state)
  useEffect(() => (isOver ? clock.after(SHOWN_MS, () => dropDeed(id)) : undefined), [isOver, clock, id])

  const issue = reversalIssue(account !== undefined, position, fixed, ticker?.stale === true)
  const line = useLine({
    onDrop: () => dropDeed(id),
    onKey: () => false,
    onEnter() {
      const refuse = (refused: string): void => setState({ at: 'shown', refused })
      const why = issue ?? (permission.orders === 'any' ? null : permission.reason)
      if (why !== null || fixed === null) {
        refuse(why ?? WAITING_FOR_LIVE)
        return
      }
      setState({ at: 'sent', id: requestId })
      line.leave()
      call('reversePosition', { requestId, close: fixed.asked.close, worst: fixed.asked.worst, by: byOf(origin) }).then(
        () => undefined,
        (error: unknown) => {
          refuse(wordsOf(error))
          line.again()
        },
      )
    },
  })
  const size = fixed?.position.size ?? position?.size
  const isLong = size !== undefined && signOf(size) > 0
  const much = size === undefined ? '' : trimZeros(absolute(size))
  const side = isLong ? 'sell' : 'buy'
  return (
    <LineFrame
      line={line}
      label="Preview of a reversal"
      lead={size === undefined ? 'Reverse' : `Reverse ${isLong ? 'long' : 'short'} ${much}`}
      tone={size === undefined ? undefined : side}
      market={instrument?.title ?? ''}
      terms={
        size === undefined
          ? ''
          : `${sideWord(side)} ${much} to close, then ${side} ${much} to open ${isLong ? 'short' : 'long'} ${much}`
      }
      figures={
        fixed === null
          ? []
          : [
              { name: 'Closed', value: closeDistanceWords(closes.scalar, 'scalar') },
              { name: 'Opened at', value: `${bothPrices(fixed.asked.worst)} or better, or not at all` },
            ]
      }
      said={
        state.at === 'sent'
          ? `${became === undefined ? 'Checking…' : `${capital(reversalStateWord(became))}.`} ${became?.message ?? ''}`
          : issue === WAITING_FOR_LIVE
            ? WAITING_FOR_LIVE
            : 'Enter does it. A close that fills in part opens nothing. Esc drops it.'
      }
      wrong={state.at === 'sent' ? null : (state.refused ?? (issue === WAITING_FOR_LIVE ? null : issue))}
      onClose={state.at === 'sent' ? () => dropDeed(id) : null}
    />
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
