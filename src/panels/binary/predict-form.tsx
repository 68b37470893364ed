/** A binary prediction: an amount, a tolerance and a direction; the service's estimate; and the trader's word on it. */
import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import type { BinaryDirection, BinaryView } from '../../../contract/binary.ts'
import { BY_FORM } from '../../../contract/catches.ts'
import { type Money, type Price, toPlaces } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import { worstAt } from '../../../contract/protection.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { useTicketExits } from '../../exit-plan/index.ts'
import { grouped } from '../../format/index.ts'
import { useCalmTopic, useMarketData, useServerClock } from '../../market-data/index.ts'
import { binaryPermission, mostCost } from '../../markets/binary/index.ts'
import { FollowLine, UnverifiedPrompts, useTicketEstimate } from '../../orders/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import { SizeInput, useSizeDraft } from '../../sizes/index.ts'
import { TicketFrame, useEnterPath } from '../../ticket/index.ts'
import {
  awaitsEstimate,
  distanceOf,
  questionWords,
  type Reason,
  useArmed,
  useFollowedAction,
  useShown,
  useSubmission,
  useSurePress,
} from '../../trade-forms/index.ts'
import { OutOfView, usePanelVisible } from '../../ui/index.ts'
import {
  type AskedPrediction,
  useAskedPrediction,
  useChangeDraft,
  useDraft,
  useHold,
  useMarketRef,
  usePricelessClicks,
  useSizeFocus,
  useWantedSide,
} from '../../workspace/index.ts'
import styles from './binary.module.css'
import { DistanceField } from './distance-field.tsx'
import { PredictButton } from './predict-button.tsx'
import { SetUp, useIsSetUp } from './set-up.tsx'
import { useAmount } from './use-amount.ts'

/** How often the cost is worked out anew. */
const COST_EVERY_MS = 250
const DIRECTIONS = ['UP', 'DOWN'] as const
const BUTTONS = [
  { name: 'UP', side: 'buy' },
  { name: 'DOWN', side: 'sell' },
] as const
/** Said of leverage 2, which the service wants before it estimates anything; in a button that asks for a second press. */
const SETUP_FIRST = 'Leverage 2 is signed and set first'
/** Said of a price that is clicked in the book; no longer than what stands there else: nothing moves. */
const NO_PRICE = 'A prediction takes no price: its amount fills at the book’s prices, as far as its worst price allows.'

interface PredictFormProps {
  readonly asset: string
  readonly view: BinaryView
  readonly staleWords: string | null
}

export function PredictForm({ asset, view, staleWords }: PredictFormProps): ReactNode {
  const { amount: amountText, amountBy, distance: distanceText, exits: exitDraft } = useDraft('binary')
  const changeDraft = useChangeDraft('binary')
  const { clicks: priceless, leave } = usePricelessClicks()
  const session = useSession()
  const armed = useArmed()
  const visible = usePanelVisible()
  const now = useServerClock(visible ? 1000 : 60_000)
  const permission = binaryPermission({ session: session ?? null, view, asset, now, armed })
  const { store } = useMarketData()
  const shownOf = useShown()
  const tickSize = view.markets.find((one) => one.asset === asset)?.tickSize ?? null
  const exits = useTicketExits({
    ...{ family: 'binary', asset, tick: tickSize, entry: null, size: null },
    draft: exitDraft,
    onChange: (exits) => changeDraft({ exits }),
  })
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useFollowedAction(sender.submission)
  const [attempted, setAttempted] = useState(false)
  /** Whether the last press found no price to count its worst one from. */
  const [unpriced, setUnpriced] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  const distanceInput = useRef<HTMLInputElement>(null)
  const sure = useSurePress()
  const isSetUp = useIsSetUp(view, action)
  /** Why to look again before a prediction goes out. */
  const reasons: readonly Reason[] = isSetUp ? [] : [{ kind: 'setup', words: SETUP_FIRST }]
  /** Names a prediction by what was typed: its worst price follows the market. */
  const keyOf = (direction: BinaryDirection, amount: Money | null, ofRow: Price | null): string =>
    JSON.stringify([asset, direction, amount, distanceText, ofRow])
  /** What was pressed for in a ladder and asked about first: the next press of its button means that row, while it asks. */
  const [row, setRow] = useState<AskedPrediction | null>(null)
  const rowOf = (direction: BinaryDirection): Price | null =>
    row?.direction === direction && sure.asked !== null ? row.worst : null
  const edited = (): void => {
    leave()
    setRow(null)
  }
  const market = useMarketRef()
  useSizeFocus(amountInput)
  /** Of what was repeated into the form: Enter leads to its direction. */
  const wanted = useWantedSide()
  const available = useAccount().data?.money.available ?? null

  const typed = distanceOf(distanceText, 'binary')
  const calm = useCalmTopic(visible ? { kind: 'ticker', asset } : null, COST_EVERY_MS)
  const { read: amount, note, hold } = useAmount({ asset, tick: tickSize, ticker: calm, available })
  const size = useSizeDraft('binary', edited)
  const most = 'amount' in amount && 'distance' in typed ? mostCost(amount.amount, typed.distance, calm) : null
  useHold(action !== undefined && awaitsEstimate(action) ? 'an estimate waits' : null)
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  const off = permission.orders !== 'any' || busy
  const fill = available === null ? null : toPlaces(available, 2, 'down')

  const change: typeof changeDraft = (typed) => {
    edited()
    changeDraft(typed)
  }
  /** The worst price of a direction by the distance that is typed; null where there is none. */
  const worstAtPrices = (direction: BinaryDirection, prices: KnownPrices | undefined): Price | null => {
    const side = direction === 'UP' ? 'buy' : 'sell'
    const reference = prices === undefined ? null : referencePrice('binary', side, prices)
    if (reference === null || 'issue' in typed) return null
    return worstAt(reference, typed.distance, { family: 'binary', side, tickSize })
  }
  const intentOf = ({ direction, amount, worst: price }: AskedPrediction): BinaryPredictIntent => {
    return {
      ...{ kind: 'binary_predict', asset, direction, amount },
      protection: { kind: 'worst', price },
      // Said by the press that was asked about it, and by none else.
      ...(isSetUp ? {} : { setsLeverage: true }),
    }
  }
  /** What a press sends at these prices; null while something of it is missing. */
  const intentAt = (direction: BinaryDirection, prices: KnownPrices | undefined): BinaryPredictIntent | null => {
    const worst = rowOf(direction) ?? worstAtPrices(direction, prices)
    return worst === null || 'issue' in amount ? null : intentOf({ direction, amount: amount.amount, worst })
  }
  const estimate = useTicketEstimate(
    { asset, kind: 'binary_predict' },
    BUTTONS.map(({ name, side }) => ({ name, side, intent: intentAt(name, calm) })),
    action,
  )
  const send = (intent: BinaryPredictIntent, ofRow: Price | null, clicks: number): boolean => {
    const ticker = store.read({ kind: 'ticker', asset })
    if (!sure.isSending(keyOf(intent.direction, intent.amount, ofRow), { intent, reasons, clicks })) return false
    wanted.forget()
    sender.press(intent, clicks, shownOf({ mark: ticker?.mark, mid: ticker?.mid }))
    return true
  }
  const ask = (direction: BinaryDirection, clicks: number): void => {
    leave()
    setAttempted(true)
    if ('issue' in amount) {
      amountInput.current?.focus()
      return
    }
    if ('issue' in typed) return
    const intent = intentAt(direction, store.read({ kind: 'ticker', asset }))
    setUnpriced(intent === null)
    if (intent !== null && send(intent, rowOf(direction), clicks)) setRow(null)
  }
  // Pressed for in a ladder: what was seen there is what is asked for, whatever stands in the fields by now.
  useAskedPrediction(asset, (asked) => {
    leave()
    setAttempted(true)
    if (off) return
    setRow(send(intentOf(asked), asked.worst, 0) ? null : asked)
  })

  const enter = useEnterPath({
    fields: [
      { name: 'Amount', input: amountInput },
      { name: 'At most', input: distanceInput, aside: true },
    ],
    buttons: BUTTONS,
    wanted: wanted.side,
  })
  return (
    <TicketFrame
      label="Predict"
      permission={permission}
      permissionId="binary-permission"
      form={enter.form}
      above={<UnverifiedPrompts only={['binary_predict', 'binary_setup']} />}
      fields={
        <>
          <SizeInput
            label="Amount"
            market={market}
            draft={size}
            note={note}
            error={'issue' in amount && (attempted || !amount.missing) ? amount.issue : null}
            hint={
              fill === null ? (
                'account not read yet'
              ) : (
                <button type="button" className={styles.link} onClick={() => size.fill(fill)}>
                  available {grouped(fill)} USDC
                </button>
              )
            }
            inputRef={amountInput}
            onHold={hold}
          />
          <DistanceField
            inputRef={distanceInput}
            error={'issue' in typed ? typed.issue : unpriced ? 'No price is known to count from.' : null}
            onChange={(distance) => change({ distance })}
          />
          {exits.block}
        </>
      }
      figures={estimate.figures}
      footLabel={estimate.label}
      buttons={
        estimate.answers ??
        DIRECTIONS.map((direction) => (
          <PredictButton
            key={direction}
            direction={direction}
            asset={asset}
            tick={tickSize}
            disabled={off || !estimate.isSeen}
            described={permission.orders !== 'any'}
            again={questionWords(
              sure.asked,
              keyOf(direction, 'amount' in amount ? amount.amount : null, rowOf(direction)),
              reasons,
            )}
            onPress={(clicks) => ask(direction, clicks)}
          />
        ))
      }
      message={
        <FollowLine
          sender={sender}
          asset={asset}
          failure={estimate.failure}
          draft={JSON.stringify([asset, amountText, amountBy, distanceText, priceless])}
          notice={
            priceless !== 0
              ? { tone: 'waiting', words: NO_PRICE }
              : staleWords === null
                ? null
                : { tone: 'waiting', words: `Prices are ${staleWords}: the estimate may be wrong.` }
          }
        >
          {/* No longer than without an amount: nothing below or beside it moves. */}
          {enter.words !== null ? (
            enter.words
          ) : most === null ? (
            'The service estimates first. No order is signed before you confirm it.'
          ) : (
            <>
              Costs at most <strong className={styles.most}>{grouped(most)} USDC</strong>, fees apart. No order is
              signed before you confirm its estimate.
            </>
          )}
        </FollowLine>
      }
      below={
        <>
          {/* Below the buttons: it goes as soon as the leverage is set, which may be while an estimate comes. */}
          <SetUp view={view} disabled={permission.orders === 'none'} />
          {!estimate.isSeen && (
            <OutOfView onShow={estimate.show}>
              {estimate.answers === null ? 'UP and DOWN wait' : 'Confirm waits'} until the estimate is in view.
            </OutOfView>
          )}
        </>
      }
    />
  )
}
