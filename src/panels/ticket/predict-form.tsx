/** A prediction: target temperature, size and direction; the service's estimate; and the trader's confirmation. */

import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import {
  compare,
  type Decimal,
  type Fahrenheit,
  fahrenheit,
  notNumber,
  padTo,
  parseTyped,
  placesOf,
  type Size,
  signOf,
} from '../../../contract/decimal.ts'
import type { PredictIntent } from '../../../contract/intent.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { belowMinimumText, countedValue } from '../../../contract/minimum-value.ts'
import { marketPrices, type TicketDraft, targetAgainst } from '../../markets/scalar/index.ts'
import { FollowLine, UnverifiedPrompts, useTicketEstimate } from '../../orders/index.ts'
import { TicketButton, TicketFrame, useEnterPath, useTicketSender } from '../../ticket/index.ts'
import { awaitsEstimate, distanceOf, noticeOf, oldReasons, type Reason, staleReasons } from '../../trade-forms/index.ts'
import { DecimalField, OutOfView } from '../../ui/index.ts'
import { useChangeDraft, useDraft, useHold, useWantedSide } from '../../workspace/index.ts'
import { DistanceField, SizeField } from './fields.tsx'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import type { ModeFormProps, Ticket } from './use-ticket.ts'

const STEP = '0.1' as Decimal
const COLDEST = fahrenheit('-100')
const HOTTEST = fahrenheit('150')

const BUTTONS = [
  { name: 'Long', side: 'buy', direction: 'long' },
  { name: 'Short', side: 'sell', direction: 'short' },
] as const
type Direction = (typeof BUTTONS)[number]['direction']

export function PredictForm({ ticket, draft, staleText, choices }: ModeFormProps): ReactNode {
  const { target, distance, exits: exitDraft } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  /** For a repeated order in the form: Enter triggers its direction. */
  const wanted = useWantedSide()
  const { exits, sender, action, ...ticketSender } = useTicketSender({
    ...{ family: 'scalar', asset: ticket.asset, tick: ticket.market.tickSize },
    ...{ entry: ticket.ticker?.mark ?? null, size: ticket.summary.size },
    draft: exitDraft,
    onChange: (exits) => change({ exits }),
  })
  const [attempted, setAttempted] = useState(false)
  const targetInput = useRef<HTMLInputElement>(null)
  const sizeInput = useRef<HTMLInputElement>(null)
  const distanceInput = useRef<HTMLInputElement>(null)
  const { asset, permission, summary, ticker } = ticket

  const targetF = parseTyped(target) as Fahrenheit | null
  const targetIssue = targetIssueOf(target, targetF)
  const size = summary.size !== null && signOf(summary.size) > 0 ? summary.size : null
  const typed = distanceOf(distance, 'scalar')
  const worst = marketPrices(ticker ?? null, 'distance' in typed ? typed.distance : null, ticket.market)
  // At the dearer of the two prices: main knows which part would only close, and decides.
  const small =
    size === null || worst.buy === null
      ? null
      : belowMinimumText('scalar', countedValue('scalar', { price: worst.buy, size }), ticket.minimumValue, 'USDC')
  const sizeIssue = sizeIssueOf(ticket, draft, size, attempted) ?? small
  useHold(action !== undefined && awaitsEstimate(action) ? COMMON.estimateOpen : null)
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

  /** Identifies a prediction by the typed values, as its worst price follows the market. */
  const keyOf = (direction: Direction): string =>
    JSON.stringify([asset, direction, target, draft.size, draft.sizeBy, distance])
  /** Reasons from target and prices to ask before a prediction is sent. */
  const reasonsOf = (direction: Direction): readonly Reason[] => {
    const against = targetAgainst(direction, targetF, ticker?.mark ?? null)
    return [...staleReasons(staleText, true), ...(against === null ? [] : [{ kind: 'target', text: against } as const])]
  }
  const intentOf = (direction: Direction): PredictIntent | null => {
    const price = worst[direction === 'long' ? 'buy' : 'sell']
    if (targetF === null || targetIssue !== null || size === null || price === null) return null
    return {
      ...{ kind: 'predict', asset, targetF, size, direction },
      protection: { kind: 'worst', price },
    }
  }
  const estimate = useTicketEstimate(
    { asset, kind: 'predict', target: targetIssue === null ? targetF : null, unit: draft.unit },
    BUTTONS.map(({ name, side, direction }) => ({ name, side, intent: intentOf(direction) })),
    sender.submission,
    action,
  )
  const ask = (direction: Direction, clicks: number): void => {
    setAttempted(true)
    const intent = intentOf(direction)
    if (targetF === null || targetIssue !== null) targetInput.current?.focus()
    else if (size === null) sizeInput.current?.focus()
    const seen = { mark: ticker?.mark, mid: ticker?.mid }
    if (intent === null) return
    if (ticketSender.press(keyOf(direction), { intent, reasons: reasonsOf(direction), clicks, seen })) wanted.forget()
  }
  const enter = useEnterPath({
    fields: [
      { name: MESSAGES.target, input: targetInput },
      { name: MESSAGES.size, input: sizeInput },
      { name: MESSAGES.distance, input: distanceInput, aside: true },
      ...exits.fields,
    ],
    buttons: BUTTONS,
    wanted: wanted.asked ?? (way < 0 ? 'sell' : 'buy'),
  })
  const askOf = (direction: Direction): string | null => ticketSender.questionOf(keyOf(direction), reasonsOf(direction))
  const off = permission.orders !== 'any' || busy || !estimate.isSeen

  return (
    <TicketFrame
      choices={choices}
      permission={permission}
      permissionId="ticket-permission"
      above={<UnverifiedPrompts only="predict" />}
      form={enter.form}
      fields={
        <>
          <DecimalField
            ref={targetInput}
            label={MESSAGES.target}
            value={target}
            onChange={(text) => {
              wanted.forget()
              change({ target: text })
            }}
            step={STEP}
            suffix="°F"
            hint={hint}
            keepsRoom
            error={target.trim() === '' && !attempted ? null : targetIssue}
          />
          <SizeField ticket={ticket} draft={draft} error={sizeIssue} inputRef={sizeInput} />
          <DistanceField
            error={attempted && worst.buy === null && 'distance' in typed ? COMMON.noPriceToCompute : null}
            inputRef={distanceInput}
          />
          {exits.block}
        </>
      }
      figures={estimate.figures}
      footLabel={estimate.label}
      buttons={
        estimate.answers ??
        BUTTONS.map(({ name, side, direction }) => (
          <TicketButton
            // A click for one asset must not count for the next one.
            key={`${asset} ${direction}`}
            side={side}
            name={name}
            what="preview"
            again={askOf(direction)}
            disabled={off}
            describedBy={permission.orders === 'any' ? undefined : 'ticket-permission'}
            onPress={(event) => ask(direction, event.detail)}
          />
        ))
      }
      message={
        <FollowLine
          sender={sender}
          asset={asset}
          draft={JSON.stringify([asset, target, draft.size, draft.sizeBy, distance])}
          failure={estimate.failure}
          notice={noticeOf(
            [
              ...BUTTONS.flatMap(({ direction }) => ticketSender.askedOf(keyOf(direction), reasonsOf(direction))),
              ...oldReasons(staleText),
            ],
            permission.orders === 'any' ? 0 : 1,
          )}
        >
          {enter.text ?? 'The venue estimates first. Nothing is signed until you confirm.'}
        </FollowLine>
      }
      below={
        !estimate.isSeen && (
          <OutOfView onShow={estimate.show}>
            {estimate.answers === null ? 'Long and Short unlock when the estimate is in view.' : COMMON.confirmLocked}
          </OutOfView>
        )
      }
    />
  )
}

function targetIssueOf(text: string, value: Fahrenheit | null): string | null {
  if (text.trim() === '') return 'Target is missing.'
  if (value === null) return notNumber('Target', text)
  return compare(value, COLDEST) < 0 || compare(value, HOTTEST) > 0 ? 'Target must be from −100 to 150 °F.' : null
}

/** The issue of the size; a size in a unit other than contracts reports what it lacks. */
function sizeIssueOf({ sizeRead }: Ticket, draft: TicketDraft, size: Size | null, attempted: boolean): string | null {
  if (draft.size.trim() === '') return attempted ? COMMON.sizeMissing : null
  if (size !== null) return null
  if (sizeRead === null || sizeRead.state === 'known') return 'Size must be a number greater than 0.'
  return sizeRead.state === 'wrong' || attempted ? sizeRead.text : null
}
