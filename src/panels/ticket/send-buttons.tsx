/** Buy and Sell, with what they send in their names, and what became of the last order. */
import type { MouseEvent, ReactNode } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import { type Size, trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceIn, sizeAtPrice, type TicketDraft } from '../../markets/scalar/index.ts'
import { FollowLine } from '../../orders/index.ts'
import { TicketButton } from '../../ticket/index.ts'
import {
  distanceOf,
  fillsNothing,
  noticeOf,
  type RankedReason,
  type Sender,
  sideWord,
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
  /** What a side asks that was pressed once, on prices that are out of date or for what was just sent; null where it asks nothing. */
  readonly again: { readonly [S in Side]: string | null }
  /** What the order does is not in view. */
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
    // At most, or at least: signs, as words cut the price off where the ticket is narrow.
    const bound = side === 'buy' ? '≤' : '≥'
    const what =
      mode === 'market' && price !== null && size !== null
        ? `${trimZeros(size)} ${bound} ${priceIn(draft.unit, price)}`
        : sizeAtPrice(price, size, draft.unit)
    const isNothing = fillsNothing(summary[side].figures?.walk ?? null, draft.tif !== 'IOC')
    return (
      <TicketButton
        // What was pressed for one asset is no press for the next one.
        key={`${ticket.asset} ${side}`}
        side={side}
        // Beside the side: below it, price and size have the line.
        name={isNothing && sending !== side ? MESSAGES.nothingFills(sideWord(side)) : sideWord(side)}
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

/** What has to be entered before there is an order. */
function lacking(mode: 'limit' | 'market', size: Size | null, distance: string): string {
  if (mode === 'limit') return 'enter price and size'
  if ('issue' in distanceOf(distance, 'scalar')) return 'check the distance'
  return size === null ? 'enter a size' : 'no price to go by'
}

interface SentLineProps extends OrderProps {
  /** What is in the way of the order, and what is asked about it. */
  readonly reasons: readonly RankedReason[]
  /** What Enter does in the field that has the focus; null while none has. */
  readonly next: string | null
}

/** What became of the last order; before there is one, what is wrong, what Enter does, and who signs. */
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
          ? 'Signed by your own wallet and sent at once; nothing is prepared by the service.'
          : agent === null
            ? ''
            : `Signed by agent ${shortAddress(agent)} after the prepared action is checked against this ticket.`}
    </FollowLine>
  )
}
