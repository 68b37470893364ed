/** The ticket's fields, its figures, and the two buttons. */

import { type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { type Address, shortAddress } from '../../../contract/address.ts'
import { type Money, padTo, placesOf, signOf } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { NONE } from '../../format/index.ts'
import {
  type FieldIssue,
  firstIssue,
  orderFigures,
  orderRows,
  placeIntentOf,
  type TicketDraft,
} from '../../markets/scalar/index.ts'
import { EstimateTable, UnverifiedPrompts } from '../../orders/index.ts'
import { useSettings } from '../../queries/index.ts'
import { TicketFrame, useEnterPath, useTicketSender } from '../../ticket/index.ts'
import {
  oldReasons,
  type RankedReason,
  type Reason,
  staleReasons,
  type Through,
  throughBest,
} from '../../trade-forms/index.ts'
import { classNames, Figure, OutOfView, Segmented, Toggle, useSeenWhole } from '../../ui/index.ts'
import { useChangeDraft, useDraft, useWantedSide } from '../../workspace/index.ts'
import { DistanceField, fieldText, PriceField, rejectionOf, SizeField } from './fields.tsx'
import { MESSAGES } from './messages.ts'
import { SendButtons, SentLine } from './send-buttons.tsx'
import settleStyles from './settle-row.module.css'
import styles from './ticket.module.css'
import { type ModeFormProps, type Ticket, usePricedIn } from './use-ticket.ts'

interface SettleRowProps {
  readonly summary: Ticket['summary']
  readonly settleText: string
  readonly onSettleText: (text: string) => void
  /** Decimals of the market's marks. */
  readonly places: number
}

/** The last row of the figures: the result at a settlement of the trader's choice. */
function SettleRow({ summary, settleText, onSettleText, places }: SettleRowProps): ReactNode {
  const id = useId()
  const { settle, settleIssue, buy, sell } = summary
  return (
    <tr className={settleStyles.row}>
      <th scope="row">
        <label htmlFor={id} className={settleStyles.prose}>
          <span>{MESSAGES.ifItSettles}</span> <span aria-hidden>Settles</span>
        </label>
        <span className={classNames(settleStyles.settle, settleIssue !== null && settleStyles.wrong)}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={settleText}
            placeholder={settle === null ? '' : padTo(settle.temperature, places)}
            aria-invalid={settleIssue !== null}
            aria-describedby={settleIssue === null ? undefined : `${id}-error`}
            onChange={(event) => onSettleText(event.currentTarget.value)}
          />
          °F
        </span>
      </th>
      {settleIssue === null ? (
        [buy, sell].map(({ side, figures }) => (
          <td key={side}>
            <Result value={figures?.settled ?? null} />
          </td>
        ))
      ) : (
        // In place of the missing results: a line of its own would push Buy and Sell down.
        <td colSpan={2} id={`${id}-error`} className={settleStyles.error} title={settleIssue}>
          {settleIssue}
        </td>
      )}
    </tr>
  )
}

function Result({ value }: { value: Money | null }): ReactNode {
  if (value === null) return <span className={settleStyles.none}>{NONE}</span>
  return (
    <Figure value={value} places="money" sign="gain" className={signOf(value) === 0 ? settleStyles.none : undefined} />
  )
}

/** The signer of the order: the agent after a prepare, or the trader's own wallet directly. Collapsed by default. */
function SignerChoice({ ticket: { session } }: { ticket: Ticket }): ReactNode {
  const { signer } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const feature = session?.features.directOrder
  const off = feature === undefined ? COMMON.sessionAwaited : feature.on ? null : feature.reason
  const isOff = off !== null
  const options = useMemo(
    () =>
      [
        { value: 'agent', label: MESSAGES.signers.agent },
        { value: 'wallet', label: MESSAGES.signers.wallet, disabled: isOff },
      ] as const,
    [isOff],
  )
  const wallet = session?.walletKey ?? null
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  const text = signerText(off === null ? signer : 'agent', { off, wallet, agent })
  return (
    <details className={styles.advanced} open={signer === 'wallet' || undefined}>
      <summary>Advanced</summary>
      <div className={styles.signer}>
        <Segmented
          label={MESSAGES.signWith}
          options={options}
          value={off === null ? signer : 'agent'}
          onChange={(next) => change({ signer: next })}
        />
        <p className={styles.note}>{text}</p>
      </div>
    </details>
  )
}

/** The label of the chosen signer, and why the other one is unavailable. */
export function signerText(
  signer: 'agent' | 'wallet',
  known: { readonly off: string | null; readonly wallet: Address | null; readonly agent: Address | null },
): string {
  const { off, wallet, agent } = known
  if (signer === 'wallet') {
    return wallet === null
      ? 'No wallet key: your browser wallet signs each order.'
      : `Wallet ${shortAddress(wallet)} signs the order.`
  }
  return [
    agent === null
      ? "The agent signs the venue's prepared action after it is checked."
      : `Agent ${shortAddress(agent)} signs the venue's prepared action after it is checked.`,
    ...(off === null ? [] : [`Your wallet cannot: ${off}`]),
  ].join(' ')
}

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
