/** A binary prediction: an amount, a tolerance and a direction; the service's estimate; and the trader's confirmation. */

import type { ReactNode, RefObject } from 'react'
import { algoOff } from '../../../contract/algo.ts'
import type { BinaryDirection, BinaryView } from '../../../contract/binary.ts'
import { type Decimal, placesOf } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { atPlaces, grouped } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { pricesOf } from '../../markets/binary/index.ts'
import { FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { SizeInput, useSizeDraft } from '../../sizes/index.ts'
import { TicketButton, TicketFrame, useEnterPath } from '../../ticket/index.ts'
import { noticeOf } from '../../trade-forms/index.ts'
import { DecimalField, OutOfView, usePanelVisible } from '../../ui/index.ts'
import { CENTS, useDraft, useMarketRef } from '../../workspace/index.ts'
import styles from './binary.module.css'
import { MESSAGES } from './messages.ts'
import { BUTTONS, SetUp, usePrediction } from './use-prediction.tsx'

interface PredictButtonProps {
  readonly direction: BinaryDirection
  readonly asset: string
  readonly tick: Decimal | null | BinaryView['markets'][number]['tickSize']
  readonly disabled: boolean
  readonly described: boolean
  readonly again: string | null
  readonly onPress: (clicks: number) => void
}

const STEP = '1' as Decimal

interface DistanceFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly error: string | null
  readonly note: string | null
  readonly onChange: (cents: string) => void
}

/** Shown for a price that is clicked in the book; no longer than the text it replaces, so that nothing moves. */
const NO_PRICE = 'Predictions fill at book prices up to the worst price. Enter an amount, not a price.'

interface PredictFormProps {
  readonly asset: string
  readonly view: BinaryView
  readonly staleText: string | null
}

export function PredictForm({ asset, view, staleText }: PredictFormProps): ReactNode {
  const prediction = usePrediction(asset, view, staleText)
  const { permission, off, tickSize, exits, sender, estimate, wanted, priceless } = prediction
  const { amount, distance, edited, change, ask, againOf } = prediction
  const market = useMarketRef()
  const size = useSizeDraft('binary', edited)
  const { available, read } = amount
  const enter = useEnterPath({
    fields: [
      { name: 'Amount', input: amount.input },
      { name: 'Max slippage', input: distance.input, aside: true },
      ...exits.fields,
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
            order={{ asset, tick: tickSize, entries: amount.entries }}
            note={amount.note}
            error={'issue' in read && (amount.isTried || !read.missing) ? read.issue : null}
            hint={
              available === null ? (
                COMMON.accountAwaited
              ) : (
                <button type="button" className={styles.link} onClick={() => size.fill(available)}>
                  available {grouped(available)} USDC
                </button>
              )
            }
            inputRef={amount.input}
            onHold={amount.hold}
          />
          <DistanceField
            inputRef={distance.input}
            error={distance.issue}
            note={distance.note}
            onChange={(distance) => change({ distance })}
          />
          {exits.block}
        </>
      }
      figures={estimate.figures}
      footLabel={estimate.label}
      buttons={
        estimate.answers ??
        BUTTONS.map(({ name: direction }) => (
          <PredictButton
            key={direction}
            direction={direction}
            asset={asset}
            tick={tickSize}
            disabled={off || !estimate.isSeen}
            described={permission.orders !== 'any'}
            again={againOf(direction)}
            onPress={(clicks) => ask(direction, clicks)}
          />
        ))
      }
      message={
        <FollowLine
          sender={sender}
          asset={asset}
          failure={estimate.failure}
          draft={JSON.stringify([asset, amount.text, amount.by, distance.text, priceless])}
          notice={
            priceless !== 0
              ? { tone: 'waiting', text: NO_PRICE, rest: [], asks: false }
              : noticeOf(prediction.reasons, permission.orders === 'any' ? 0 : 1)
          }
        >
          {enter.text ?? MESSAGES.maxCost}
        </FollowLine>
      }
      below={
        <>
          {/* Below the buttons: it disappears as soon as the leverage is set, possibly while an estimate arrives. */}
          <SetUp view={view} disabled={permission.orders === 'none'} />
          <details className={styles.kinds}>
            <summary>Scale and slices not available</summary>
            <p>{algoOff('binary')}</p>
          </details>
          {!estimate.isSeen && (
            <OutOfView onShow={estimate.show}>
              {estimate.answers === null ? 'UP and DOWN unlock when the estimate is in view.' : COMMON.confirmLocked}
            </OutOfView>
          )}
        </>
      }
    />
  )
}

/** How much worse than the best price a prediction may trade, in cents. */
function DistanceField({ inputRef, error, note, onChange }: DistanceFieldProps): ReactNode {
  const { distance } = useDraft('binary')
  return (
    <DecimalField
      ref={inputRef}
      label="Max slippage"
      value={distance}
      onChange={onChange}
      step={STEP}
      suffix="¢"
      keepsRoom
      error={error}
      note={note}
      hint={
        <span className={styles.quick}>
          {CENTS.map((choice) => (
            <button key={choice} type="button" className={styles.link} onClick={() => onChange(choice)}>
              {choice}
            </button>
          ))}
        </span>
      }
    />
  )
}

/** The button of a direction, with the current cost of a contract. */
function PredictButton(props: PredictButtonProps): ReactNode {
  const { direction, asset, tick, disabled, described, again, onPress } = props
  const visible = usePanelVisible()
  const ticker = useTopic(visible ? { kind: 'ticker', asset } : null)
  const { buysAt } = pricesOf(direction, ticker)
  const price = buysAt === null ? null : atPlaces(buysAt, tick === null ? placesOf(buysAt) : placesOf(tick))
  return (
    <TicketButton
      side={direction === 'UP' ? 'buy' : 'sell'}
      name={direction}
      what={price === null ? 'preview' : `preview at ${price}`}
      again={again}
      disabled={disabled}
      describedBy={described ? 'binary-permission' : undefined}
      onPress={(event) => onPress(event.detail)}
    />
  )
}
