/** Buy and Sell, with what they send in their names, and below them what became of the last order. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { shortAddress } from '../../../contract/address.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { sizeAtPrice, type TicketDraft } from '../../markets/scalar/index.ts'
import { type Sender, sideWord, stateLine, stateTone } from '../../trade-forms/index.ts'
import { Banner, Button, classNames } from '../../ui/index.ts'
import { useTicketTerms } from '../../workspace/index.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

export interface SendButtonsProps {
  readonly mode: 'limit' | 'market'
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly sender: Sender
  readonly action: ActionRecord | undefined
  /** What the last order was refused with, when it belongs to no field. */
  readonly rejection: string | null
  readonly staleWords: string | null
  readonly onPress: (side: Side, event: MouseEvent) => void
  readonly onDismiss: () => void
}

export function SendButtons(props: SendButtonsProps): ReactNode {
  const { mode, ticket, draft, sender, action, rejection, staleWords, onPress, onDismiss } = props
  const { permission, session } = ticket
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && !draft.reduceOnly)
  const { submission } = sender
  const sending = submission.state === 'sending' && submission.intent.kind === 'place' ? submission.intent.side : null
  const signer = useTicketTerms((terms) => terms.signer)
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  const button = (side: Side): ReactNode => (
    <SendButton {...{ mode, side, ticket, off, onPress }} sending={sending === side} key={side} />
  )
  return (
    <div className={styles.foot}>
      {rejection !== null && (
        <Banner
          tone="error"
          action={
            <Button size="small" variant="bare" onClick={onDismiss}>
              Dismiss
            </Button>
          }
        >
          {rejection}
        </Banner>
      )}
      <div className={styles.sends}>
        {button('buy')}
        {button('sell')}
      </div>
      {staleWords !== null && (
        <p className={styles.caution} role="status">
          Prices are {staleWords}: the estimate may be wrong.
        </p>
      )}
      <p className={classNames(styles.follow, action !== undefined && styles[stateTone(action)])} role="status">
        {action !== undefined
          ? stateLine(action)
          : signer === 'wallet'
            ? 'Signed by your own wallet and sent at once; nothing is prepared by the service.'
            : agent === null
              ? ''
              : `Signed by agent ${shortAddress(agent)} after the prepared action is checked against this ticket.`}
      </p>
    </div>
  )
}

interface SendButtonProps {
  readonly mode: 'limit' | 'market'
  readonly side: Side
  readonly ticket: Ticket
  readonly off: boolean
  readonly sending: boolean
  readonly onPress: (side: Side, event: MouseEvent) => void
}

/** A held key repeats its click many times a second: only the first press of it counts. */
const firstOnly = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

function SendButton({ mode, side, ticket, off, sending, onPress }: SendButtonProps): ReactNode {
  const { size } = ticket.summary
  const price = ticket.prices[side]
  const bound = side === 'buy' ? 'at most' : 'at least'
  const what =
    mode === 'market' && price !== null && size !== null
      ? `${trimZeros(size)}, ${bound} ${price}`
      : sizeAtPrice(price, size)
  return (
    <Button
      variant={side}
      aria-describedby={ticket.permission.orders === 'any' ? undefined : 'ticket-permission'}
      aria-busy={sending}
      disabled={off}
      onKeyDown={firstOnly}
      onClick={(event) => onPress(side, event)}
    >
      <span>{sideWord(side)}</span>{' '}
      <span className={styles.what}>
        {sending ? 'Sending…' : (what ?? (mode === 'market' ? 'enter a size' : 'enter price and size'))}
      </span>
    </Button>
  )
}
