/** Buy and Sell, with their orders in their names, and the result of the last order. */

import type { MouseEvent, ReactNode } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import { type Size, trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { priceIn, sizeAtPrice, type TicketDraft } from '../../markets/scalar/index.ts'
import { FollowLine } from '../../orders/index.ts'
import { TicketButton } from '../../ticket/index.ts'
import {
  distanceOf,
  fillsNothing,
  noticeOf,
  type RankedReason,
  type Sender,
  sideLabel,
} from '../../trade-forms/index.ts'
import { useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import type { Ticket } from './use-ticket.ts'

interface OrderProps {
  readonly mode: 'limit' | 'market'
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly sender: Sender
}

interface SendButtonsProps extends OrderProps {
  /** The question of a side after its first click, on stale prices or for a duplicate; null where there is none. */
  readonly again: { readonly [S in Side]: string | null }
  /** The order's figures are out of view, or its price is that of an earlier bucket. */
  readonly waits: boolean
  readonly onPress: (side: Side, event: MouseEvent) => void
}

export function SendButtons({ mode, ticket, draft, sender, again, waits, onPress }: SendButtonsProps): ReactNode {
  const { permission, prices, summary } = ticket
  const { distance } = useDraft('scalar')
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && !draft.reduceOnly)
  const { submission } = sender
  const sending = submission.state === 'sending' && submission.intent.kind === 'place' ? submission.intent.side : null
  return (['buy', 'sell'] as const).map((side) => {
    const price = prices[side]
    const { size } = summary
    // At most, or at least: signs, as words would truncate the price in a narrow ticket.
    const bound = side === 'buy' ? '≤' : '≥'
    const what =
      mode === 'market' && price !== null && size !== null
        ? `${trimZeros(size)} ${bound} ${priceIn(draft.unit, price)}`
        : sizeAtPrice(price, size, draft.unit)
    const isNothing = fillsNothing(summary[side].figures?.walk ?? null, draft.tif !== 'IOC')
    return (
      <TicketButton
        // A click for one asset must not count for the next one.
        key={`${ticket.asset} ${side}`}
        side={side}
        // Beside the side: price and size use the line below it.
        name={isNothing && sending !== side ? MESSAGES.nothingFills(sideLabel(side)) : sideLabel(side)}
        quiet={isNothing}
        what={sending === side ? 'Sending…' : (what ?? lacking(mode, size, distance))}
        again={again[side]}
        disabled={off || waits}
        busy={sending === side}
        describedBy={permission.orders === 'any' ? undefined : 'ticket-permission'}
        onPress={(event) => onPress(side, event)}
      />
    )
  })
}

/** Missing inputs of the order. */
function lacking(mode: 'limit' | 'market', size: Size | null, distance: string): string {
  if (mode === 'limit') return COMMON.enterPriceAndSize
  if ('issue' in distanceOf(distance, 'scalar')) return COMMON.checkSlippage
  return size === null ? COMMON.enterSize : COMMON.noPriceYet
}

interface SentLineProps extends OrderProps {
  /** What blocks the order, and what is asked about it. */
  readonly reasons: readonly RankedReason[]
  /** The effect of Enter in the focused field; null while none has the focus. */
  readonly next: string | null
}

/** The result of the last order; before there is one, issues, the effect of Enter, and the signer. */
export function SentLine({ mode, ticket, draft, sender, reasons, next }: SentLineProps): ReactNode {
  const { signer, distance } = useDraft('scalar')
  const { session, asset } = ticket
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  return (
    <FollowLine
      sender={sender}
      asset={asset}
      draft={JSON.stringify([asset, mode, draft, signer, mode === 'market' ? distance : ''])}
      notice={noticeOf(reasons, ticket.permission.orders === 'any' ? 0 : 1)}
    >
      {next !== null
        ? next
        : signer === 'wallet'
          ? 'Your wallet signs; sent directly without preparation by the venue.'
          : agent === null
            ? ''
            : `Agent ${shortAddress(agent)} signs; the order is checked against this ticket first.`}
    </FollowLine>
  )
}
