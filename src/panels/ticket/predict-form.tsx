/** A prediction: where the temperature will be, how much and which way; the service's estimate; and the trader's word on it. */

import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { BY_FORM } from '../../../contract/catches.ts'
import {
  compare,
  type Decimal,
  type Fahrenheit,
  fahrenheit,
  padTo,
  parseTyped,
  placesOf,
  signOf,
} from '../../../contract/decimal.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { useTicketExits } from '../../exit-plan/index.ts'
import { marketPrices, type TicketDraft } from '../../markets/scalar/index.ts'
import { EstimateCard, FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { awaitsEstimate, distanceOf, useFollowedAction, useShown, useSubmission } from '../../trade-forms/index.ts'
import { Banner, Button, DecimalField } from '../../ui/index.ts'
import { OpenAccount, useChangeDraft, useDraft, useHold } from '../../workspace/index.ts'
import { DistanceField } from './distance-field.tsx'
import { SizeField } from './size-field.tsx'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

const STEP = '0.1' as Decimal
const COLDEST = fahrenheit('-100')
const HOTTEST = fahrenheit('150')

interface PredictFormProps {
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly staleWords: string | null
}

export function PredictForm({ ticket, draft, staleWords }: PredictFormProps): ReactNode {
  const { target, distance, exits: exitDraft } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const shownOf = useShown()
  const exits = useTicketExits({
    ...{ family: 'scalar', asset: ticket.asset, tick: ticket.market.tickSize },
    ...{ entry: ticket.ticker?.mark ?? null, size: ticket.summary.size },
    draft: exitDraft,
    onChange: (exits) => change({ exits }),
  })
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useFollowedAction(sender.submission)
  const [attempted, setAttempted] = useState(false)
  const sizeInput = useRef<HTMLInputElement>(null)
  const { asset, permission, summary, ticker } = ticket

  const targetF = parseTyped(target) as Fahrenheit | null
  const targetIssue = targetIssueOf(target, targetF)
  const size = summary.size !== null && signOf(summary.size) > 0 ? summary.size : null
  const sizeIssue =
    draft.size.trim() === ''
      ? attempted
        ? 'Size is missing.'
        : null
      : size === null
        ? 'Size must be a number greater than 0.'
        : null
  const typed = distanceOf(distance, 'scalar')
  const worst = marketPrices(ticker ?? null, 'distance' in typed ? typed.distance : null, ticket.market)
  useHold(action !== undefined && awaitsEstimate(action) ? 'an estimate waits' : null)
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  const targetMark = targetF === null ? null : padTo(markOfFahrenheit(targetF), placesOf(ticket.market.tickSize))
  const way = targetMark === null || ticker?.mark == null ? 0 : compare(targetMark, ticker.mark)
  const hint =
    targetMark === null || ticker?.mark == null ? null : (
      <span>
        mark {targetMark}
        {way !== 0 && <span className={styles.both}>, {way > 0 ? 'above' : 'below'} the mark now</span>}
      </span>
    )

  const ask = (direction: 'long' | 'short', clicks: number): void => {
    setAttempted(true)
    const price = worst[direction === 'long' ? 'buy' : 'sell']
    if (targetF === null || targetIssue !== null || size === null || price === null) return
    const shown = shownOf({ mark: ticker?.mark, mid: ticker?.mid })
    sender.press(
      { kind: 'predict', asset, targetF, size, direction, protection: { kind: 'worst', price } },
      clicks,
      shown,
    )
  }

  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.scroll}>
        {permission.orders !== 'any' && (
          <div className={styles.permission}>
            <Banner tone="warning" action={<OpenAccount signs />}>
              {permission.reason}
            </Banner>
          </div>
        )}
        <UnverifiedPrompts only="predict" />
        <div className={styles.fields}>
          <DecimalField
            label="Target"
            value={target}
            onChange={(text) => change({ target: text })}
            step={STEP}
            suffix="°F"
            hint={hint}
            keepsRoom
            error={target.trim() === '' && !attempted ? null : targetIssue}
          />
          <SizeField ticket={ticket} draft={draft} error={sizeIssue} inputRef={sizeInput} />
          <DistanceField
            error={attempted && worst.buy === null && 'distance' in typed ? 'No price is known to count from.' : null}
          />
          {exits.block}
          {action !== undefined && awaitsEstimate(action) && <EstimateCard action={action} />}
        </div>
      </div>
      <div className={styles.foot}>
        <div className={styles.sends}>
          {(['long', 'short'] as const).map((direction) => (
            <Button
              // What was pressed for one asset is no press for the next one.
              key={`${asset} ${direction}`}
              variant={direction === 'long' ? 'buy' : 'sell'}
              disabled={permission.orders !== 'any' || busy}
              onKeyDown={(event) => {
                if (event.repeat) event.preventDefault()
              }}
              onClick={(event) => ask(direction, event.detail)}
            >
              <span>{direction === 'long' ? 'Long' : 'Short'}</span> <span className={styles.what}>preview</span>
            </Button>
          ))}
        </div>
        <div className={styles.last}>
          <FollowLine
            sender={sender}
            asset={asset}
            draft={JSON.stringify([asset, target, draft.size, distance])}
            notice={
              staleWords === null
                ? null
                : { tone: 'waiting', words: `Prices are ${staleWords}: the estimate may be wrong.` }
            }
          >
            The service estimates first: average, worst and target. Nothing is signed before you confirm.
          </FollowLine>
        </div>
      </div>
    </form>
  )
}

function targetIssueOf(text: string, value: Fahrenheit | null): string | null {
  if (text.trim() === '') return 'Target is missing.'
  if (value === null) return 'Target is not a number.'
  return compare(value, COLDEST) < 0 || compare(value, HOTTEST) > 0 ? 'Target must be from −100 to 150 °F.' : null
}
