/** Buy and Sell, with what they send in their names, and below them what became of the last order. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import { type Size, trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceIn, sizeAtPrice, type TicketDraft } from '../../markets/scalar/index.ts'
import { FollowLine } from '../../orders/index.ts'
import { distanceOf, type Sender, sideWord, useHandedOver } from '../../trade-forms/index.ts'
import { Button } from '../../ui/index.ts'
import { useDraft } from '../../workspace/index.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

interface SendButtonsProps {
  readonly mode: 'limit' | 'market'
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly sender: Sender
  /** What is wrong with the draft, where its field has no room for it; null when nothing is. */
  readonly wrong: string | null
  readonly staleWords: string | null
  /** What a side asks that was pressed once, on prices that are out of date or for what was just sent; null where it asks nothing. */
  readonly again: { readonly [S in Side]: string | null }
  /** What Enter does in the field that has the focus; null while none has. */
  readonly next: string | null
  /** What the order does is not in view. */
  readonly waits: boolean
  readonly onPress: (side: Side, event: MouseEvent) => void
}

export function SendButtons(props: SendButtonsProps): ReactNode {
  const { mode, ticket, draft, sender, wrong, staleWords, again, next, waits, onPress } = props
  const { permission, session } = ticket
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && !draft.reduceOnly)
  const handedOver = useHandedOver(ticket.asset)
  const { submission } = sender
  const sending = submission.state === 'sending' && submission.intent.kind === 'place' ? submission.intent.side : null
  const { signer, distance } = useDraft('scalar')
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  const button = (side: Side): ReactNode => (
    <SendButton
      {...{ mode, side, ticket, draft, onPress }}
      off={off || waits || handedOver}
      sending={sending === side}
      again={again[side]}
      // What was pressed for one asset is no press for the next one.
      key={`${ticket.asset} ${side}`}
    />
  )
  const stale = staleWords === null ? null : `Prices are ${staleWords}: the estimate may be wrong.`
  return (
    <>
      <div className={styles.sends}>
        {button('buy')}
        {button('sell')}
      </div>
      <div className={styles.last}>
        <FollowLine
          sender={sender}
          asset={ticket.asset}
          draft={JSON.stringify([ticket.asset, mode, draft, signer, mode === 'market' ? distance : ''])}
          notice={
            wrong !== null ? { tone: 'bad', words: wrong } : stale !== null ? { tone: 'waiting', words: stale } : null
          }
        >
          {next !== null
            ? next
            : signer === 'wallet'
              ? 'Signed by your own wallet and sent at once; nothing is prepared by the service.'
              : agent === null
                ? ''
                : `Signed by agent ${shortAddress(agent)} after the prepared action is checked against this ticket.`}
        </FollowLine>
      </div>
    </>
  )
}

interface SendButtonProps {
  readonly mode: 'limit' | 'market'
  readonly side: Side
  readonly ticket: Ticket
  readonly off: boolean
  readonly sending: boolean
  readonly draft: TicketDraft
  /** What it asks, once it was pressed. */
  readonly again: string | null
  readonly onPress: (side: Side, event: MouseEvent) => void
}

/** A held key repeats its click many times a second: only the first press of it counts. */
const firstOnly = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

function SendButton({ mode, side, ticket, draft, off, sending, again, onPress }: SendButtonProps): ReactNode {
  const { size } = ticket.summary
  const price = ticket.prices[side]
  const { distance } = useDraft('scalar')
  // At most, or at least: signs, as words cut the price off where the ticket is narrow.
  const bound = side === 'buy' ? '≤' : '≥'
  const what =
    mode === 'market' && price !== null && size !== null
      ? `${trimZeros(size)} ${bound} ${priceIn(draft.unit, price)}`
      : sizeAtPrice(price, size, draft.unit)
  return (
    <Button
      variant={side}
      aria-describedby={ticket.permission.orders === 'any' ? undefined : 'ticket-permission'}
      aria-busy={sending}
      data-send={side}
      disabled={off}
      onKeyDown={firstOnly}
      onClick={(event) => onPress(side, event)}
    >
      {again !== null ? (
        <span className={styles.again}>{again}</span>
      ) : (
        <>
          <span>{sideWord(side)}</span>{' '}
          <span className={styles.what}>{sending ? 'Sending…' : (what ?? lacking(mode, size, distance))}</span>
        </>
      )}
    </Button>
  )
}

/** What has to be entered before there is an order. */
function lacking(mode: 'limit' | 'market', size: Size | null, distance: string): string {
  if (mode === 'limit') return 'enter price and size'
  if ('issue' in distanceOf(distance, 'scalar')) return 'check the distance'
  return size === null ? 'enter a size' : 'no price to go by'
}
