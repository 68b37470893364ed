/** The ticket's fields, its figures, and the two buttons. */

import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import { placesOf, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import {
  type FieldIssue,
  firstIssue,
  orderFigures,
  orderRows,
  placeIntentOf,
  priceIn,
  sizeAtPrice,
  type TicketDraft,
} from '../../markets/scalar/index.ts'
import { EstimateTable, FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { useSettings } from '../../queries/index.ts'
import { TicketButton, TicketFrame, useEnterPath, useTicketSender } from '../../ticket/index.ts'
import {
  distanceOf,
  fillsNothing,
  noticeOf,
  oldReasons,
  type RankedReason,
  type Reason,
  type Sender,
  sideLabel,
  staleReasons,
  type Through,
  throughBest,
} from '../../trade-forms/index.ts'
import { OutOfView, Segmented, Toggle, useSeenWhole } from '../../ui/index.ts'
import { useChangeDraft, useDraft, useWantedSide } from '../../workspace/index.ts'
import { DistanceField, fieldText, PriceField, rejectionOf, SizeField } from './fields.tsx'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import { SettleRow, SignerChoice } from './ticket-parts.tsx'
import { type ModeFormProps, type Ticket, usePricedIn } from './use-ticket.ts'

interface TicketFormProps extends ModeFormProps {
  readonly mode: 'limit' | 'market'
}

const TIFS = [
  { value: 'GTC', label: 'GTC' },
  { value: 'IOC', label: 'IOC' },
  { value: 'ALO', label: 'ALO' },
] as const
const BUTTONS = [
  { name: 'Buy', side: 'buy' },
  { name: 'Sell', side: 'sell' },
] as const

export function TicketForm({
  mode,
  ticket,
  draft: typed,
  settleText,
  onSettleText,
  staleText,
  choices,
}: TicketFormProps): ReactNode {
  const { summary, permission, prices } = ticket
  const { signer, exits: exitDraft } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const wanted = useWantedSide()
  const { isOld, keep } = usePricedIn()
  const isOldLimit = isOld && mode === 'limit'
  const draft = useMemo<TicketDraft>(() => (mode === 'market' ? { ...typed, tif: 'IOC' } : typed), [mode, typed])
  const { exits, sender, action, ...ticketSender } = useTicketSender({
    ...{ family: 'scalar', asset: ticket.asset, tick: ticket.market.tickSize },
    ...{ entry: prices.buy ?? ticket.ticker?.mark ?? null, size: summary.size },
    draft: exitDraft,
    onChange: (exits) => change({ exits }),
  })
  /** The side that was last clicked, and with which text: from then on empty fields are reported as missing. */
  const [attempt, setAttempt] = useState<{ readonly side: Side; readonly draft: TicketDraft } | null>(null)
  const priceInput = useRef<HTMLInputElement>(null)
  const sizeInput = useRef<HTMLInputElement>(null)
  const story = useSeenWhole<HTMLTableElement>()
  const foot = useRef<HTMLDivElement>(null)
  const showStory = (): void => {
    // Together with the buttons where both fit; otherwise the figures take precedence.
    foot.current?.scrollIntoView({ block: 'end' })
    story.show()
  }

  const attempted = attempt !== null && attempt.draft === draft ? attempt.side : null
  const most = useSettings()?.throughDegrees ?? DEFAULT_SETTINGS.throughDegrees
  const through = mode === 'limit' && draft.tif !== 'ALO' ? throughOf(ticket, most) : null
  /** Price-related reasons to ask before an order is sent on a side. */
  const reasonsOf = (side: Side): readonly Reason[] => [
    ...staleReasons(staleText, !draft.reduceOnly),
    ...(through?.side === side && through.isFar ? [{ kind: 'far', text: through.text } as const] : []),
  ]
  const rejection = attempted === null ? null : rejectionOf(sender.submission, action)
  const textOf = (field: FieldIssue['field']): string | null => fieldText(field, summary, attempted, rejection)

  /** Identifies an order by the typed values, as its bound follows the market. */
  const keyOf = (side: Side): string => JSON.stringify([ticket.asset, side, draft])
  const press = (side: Side, event: MouseEvent): void => {
    setAttempt({ side, draft })
    const first = firstIssue([...summary.issues, ...summary[side].issues])
    if (first !== null) {
      const input = first.field === 'price' ? priceInput : sizeInput
      input.current?.focus()
      input.current?.select()
      return
    }
    const requested = { price: prices[side], size: summary.size }
    const intent = placeIntentOf(ticket.asset, side, draft, requested, signer)
    if (intent === null) return
    const { walk, fee } = summary[side].figures ?? {}
    const { ticker, book } = ticket
    const seen = { ...walk, fee: fee?.total, mark: ticker?.mark, mid: ticker?.mid, book }
    const pressed = { intent, reasons: reasonsOf(side), clicks: event.detail, seen }
    if (ticketSender.press(keyOf(side), pressed)) wanted.forget()
  }

  const enter = useEnterPath({
    fields: [
      { name: mode === 'limit' ? MESSAGES.price : MESSAGES.distance, input: priceInput },
      { name: MESSAGES.size, input: sizeInput },
      ...exits.fields,
    ],
    buttons: BUTTONS,
    wanted: wanted.side,
  })
  const again = (side: Side): string | null => ticketSender.questionOf(keyOf(side), reasonsOf(side))

  return (
    <TicketFrame
      choices={choices}
      permission={permission}
      permissionId="ticket-permission"
      above={<UnverifiedPrompts only="place" />}
      form={enter.form}
      footRef={foot}
      fields={
        <>
          {mode === 'limit' ? (
            <PriceField
              ticket={ticket}
              draft={draft}
              error={textOf('price')}
              inputRef={priceInput}
              through={through}
              onKeep={isOldLimit ? keep : null}
            />
          ) : (
            <DistanceField error={attempted === null ? null : textOf('price')} inputRef={priceInput} />
          )}
          <SizeField ticket={ticket} draft={draft} error={textOf('size')} inputRef={sizeInput} />
          <div className={styles.terms}>
            {mode === 'limit' ? (
              <Segmented label={MESSAGES.tif} options={TIFS} value={draft.tif} onChange={(tif) => change({ tif })} />
            ) : (
              <span className={styles.note}>IOC: unfilled size is canceled.</span>
            )}
            <Toggle
              label={MESSAGES.reduceOnly}
              checked={draft.reduceOnly}
              onChange={(reduceOnly) => change({ reduceOnly })}
            />
          </div>
          <div className={styles.folded}>
            {exits.block}
            <SignerChoice ticket={ticket} />
          </div>
        </>
      }
      figures={
        <EstimateTable
          ref={story.ref}
          label={MESSAGES.figures}
          corner={<span title="Computed by Isotherm from the live book, which moves.">{MESSAGES.inTotal}</span>}
          rows={orderRows({ leverage: ticket.leverage, tif: draft.tif })}
          columns={BUTTONS.map(({ name, side }) => ({
            ...{ id: side, head: name, tone: side },
            figures: orderFigures(summary[side].figures, { ...draft, tickSize: ticket.market.tickSize }),
          }))}
          last={<SettleRow {...{ summary, settleText, onSettleText }} places={placesOf(ticket.market.tickSize)} />}
        />
      }
      buttons={
        <SendButtons
          {...{ ticket, mode, draft }}
          sender={sender}
          again={{ buy: again('buy'), sell: again('sell') }}
          onPress={press}
          waits={!story.seen || isOldLimit}
        />
      }
      message={
        <SentLine
          {...{ ticket, mode, draft, sender }}
          reasons={[
            ...(isOldLimit ? [{ kind: 'price', text: MESSAGES.oldPrice } as const] : []),
            ...tooLong('size', textOf('size')),
            ...tooLong('price', textOf('price')),
            ...BUTTONS.flatMap(({ side }) => ticketSender.askedOf(keyOf(side), reasonsOf(side))),
            ...oldReasons(staleText),
          ]}
          next={enter.text}
        />
      }
      below={!story.seen && <OutOfView onShow={showStory}>{MESSAGES.unseen}</OutOfView>}
    />
  )
}

/** The side on which the limit price would trade at once, and how far through the best price; null where it rests. */
function throughOf({ prices, ticker }: Ticket, most: string): Through | null {
  if (ticker === undefined) return null
  const terms = { family: 'scalar', prices: ticker, most } as const
  return throughBest('buy', prices.buy, terms) ?? throughBest('sell', prices.sell, terms)
}

/** Messages too long for a field's own line, beside another field, are shown in full below the buttons. */
const ROOM = 20
const tooLong = (kind: 'price' | 'size', text: string | null): readonly RankedReason[] =>
  text === null || text.length <= ROOM ? [] : [{ kind, text }]

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

function SendButtons({ mode, ticket, draft, sender, again, waits, onPress }: SendButtonsProps): ReactNode {
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
function SentLine({ mode, ticket, draft, sender, reasons, next }: SentLineProps): ReactNode {
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
