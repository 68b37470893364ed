/** One resting order: the content of each cell, and its Cancel. */
import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { ORDER_STATUS_TEXTS, type Order } from '../../contract/account.ts'
import { padTo, placesOf, trimZeros } from '../../contract/decimal.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { atPlaces, NONE, priceBeside, priceText, timeText } from '../format/index.ts'
import type { AssetSpec } from '../queries/index.ts'
import { cancelText, sideLabel, useSubmission, useSubmittedAction } from '../trade-forms/index.ts'
import { Approximate, Button, Clip, DetailRow, GivesWay, useGone, useKeepsRow } from '../ui/index.ts'
import { MoveForm } from './move-form.tsx'
import styles from './order-cells.module.css'
import { type CancelState, keepsRow } from './use-cancels.ts'
import { type MoveOrder, moveStateLabel } from './use-move-order.ts'

export interface OrderLine {
  readonly order: Order
  readonly spec: AssetSpec
  readonly state: CancelState
  readonly disabled: boolean
  /** In a list of a single market, which rows need not name. */
  readonly within: boolean
  /** Whether another client placed it. */
  readonly external: boolean
  /** The automated order that sent it: `Scale`, `Slices`; null for a manual order. */
  readonly parent: string | null
  /** What moves it, and whether its price and size are being edited in its row. */
  readonly moving: MoveOrder
  readonly isEditing: boolean
  readonly onEdit: (oid: string | null) => void
}

interface Props {
  readonly row: OrderLine
}

interface Canceling {
  readonly isUnderWay: boolean
  /** Why the last cancel failed. */
  readonly failure: string | null
  readonly cancel: (event: MouseEvent) => void
}
const CancellingContext = createContext<Canceling>({ isUnderWay: false, failure: null, cancel: () => undefined })

export function OrderProvider({ row, children }: Props & { readonly children: ReactNode }): ReactNode {
  const { order, state } = row
  const { submission, press } = useSubmission()
  // Between the answer to the click and the action's first appearance, the submission knows more than the list.
  const unlisted = useSubmittedAction(submission) === undefined
  const isUnderWay = state.cancelling || submission.state === 'sending' || (submission.state === 'accepted' && unlisted)
  useKeepsRow(keepsRow(submission.state, unlisted) || row.isEditing)
  const failure = isUnderWay ? null : submission.state === 'failed' ? submission.message : state.failure
  const cancel = ({ detail }: MouseEvent): void =>
    press({ kind: 'cancel', asset: order.asset, oid: order.oid, cloid: order.cloid }, detail)
  return <CancellingContext value={{ isUnderWay, failure, cancel }}>{children}</CancellingContext>
}

export function OrderDetail({ row }: Props): ReactNode {
  const { failure } = useContext(CancellingContext)
  return (
    <>
      {row.isEditing && (
        <DetailRow>
          <MoveForm order={row.order} spec={row.spec} moving={row.moving} onEnd={() => row.onEdit(null)} />
        </DetailRow>
      )}
      {failure !== null && (
        <DetailRow role="alert">
          <span className={styles.failure}>{failure}</span>
        </DetailRow>
      )}
    </>
  )
}

const pricePlaces = ({ order, spec }: OrderLine): number =>
  spec.tickSize === null ? placesOf(order.price) : placesOf(spec.tickSize)
const sizePlaces = ({ order, spec }: OrderLine): number => spec.sizeDecimals ?? placesOf(order.size)

/** In the trader's preferred unit; unchanged while only the market's id is known. */
export function priceOf(row: OrderLine): string {
  const { family, tickSize } = row.spec
  return tickSize === null
    ? atPlaces(row.order.price, pricePlaces(row))
    : priceText(family, padTo(row.order.price, pricePlaces(row)))
}
export const sizeText = (row: OrderLine, size: Order['size']): string => atPlaces(size, sizePlaces(row))
export const tifText = ({ tif, reduceOnly }: Order): string =>
  [tif ?? NONE, ...(reduceOnly ? ['reduce-only'] : [])].join(' ')
export function statusText({ order, moving }: OrderLine, cancelling: boolean): string {
  const move = moving.open.get(order.oid)
  if (move !== undefined) return `Moving: ${moveStateLabel(move)}`
  return cancelling ? 'Canceling…' : order.status === 'unknown' ? order.statusText : ORDER_STATUS_TEXTS[order.status]
}

export const Time = ({ row }: Props): ReactNode => <span className={styles.faint}>{timeText(row.order.time)}</span>
export const Market = ({ row: { spec } }: Props): ReactNode => <Clip title={spec.market}>{spec.market}</Clip>

export function Side({ row: { order, spec, within, external, parent } }: Props): ReactNode {
  const isMarketBelow = useGone('market') && !within
  return (
    <span className={order.side === 'buy' ? styles.up : styles.down}>
      {!external && <span className={styles.own} aria-hidden />}
      {sideLabel(order.side)}
      {spec.side !== null && ` ${spec.side}`}
      {external && <span className={styles.below}>by another client</span>}
      {parent !== null && <span className={styles.below}>{parent}</span>}
      {isMarketBelow && (
        <span className={styles.below} title={spec.market}>
          {spec.market}
        </span>
      )}
    </span>
  )
}

export function Price({ row }: Props): ReactNode {
  const { family, tickSize } = row.spec
  const beside = tickSize === null ? undefined : priceBeside(family, padTo(row.order.price, pricePlaces(row)))
  return (
    <>
      {priceOf(row)}
      {beside !== undefined && (
        <GivesWay part="degrees">
          <span className={styles.faint}> {beside}</span>
        </GivesWay>
      )}
    </>
  )
}
export const Size = ({ row }: Props): ReactNode => (
  <Approximate of={row.order}>{sizeText(row, row.order.size)}</Approximate>
)
export const Filled = ({ row }: Props): ReactNode => sizeText(row, row.order.filled)
export const Tif = ({ row }: Props): ReactNode => tifText(row.order)
export const Status = ({ row }: Props): ReactNode => statusText(row, useContext(CancellingContext).isUnderWay)

/** Opens the form that edits price and size. */
export function Move({ row }: Props): ReactNode {
  const { order, moving, isEditing, onEdit } = row
  const { isUnderWay } = useContext(CancellingContext)
  const off = moving.off(order)
  return (
    <Button
      size="small"
      variant="bare"
      aria-label={`Move ${order.side} ${trimZeros(order.size)} at ${priceOf(row)}`}
      aria-expanded={isEditing}
      title={off ?? 'Change price or size: cancel/replace, loses queue position'}
      disabled={off !== null || isUnderWay || moving.open.has(order.oid)}
      onClick={() => onEdit(isEditing ? null : order.oid)}
    >
      Move
    </Button>
  )
}

export function Cancel({ row }: Props): ReactNode {
  const { order, spec, disabled } = row
  const { isUnderWay, cancel } = useContext(CancellingContext)
  const isShort = useGone('word')
  const size = trimZeros(order.size)
  return (
    <Button
      size="small"
      aria-label={cancelText(order.side, spec.side === null ? size : `${size} ${spec.side}`, priceOf(row))}
      disabled={disabled || isUnderWay}
      onClick={cancel}
    >
      {isShort ? <span aria-hidden>×</span> : 'Cancel'}
    </Button>
  )
}

// The trader's answer about another client of the wallet: a toggle button.

/** @param isExpected the trader's last answer. `failure` is why an answer was refused. */
export function useExpectOtherClient(isExpected: boolean): {
  readonly button: ReactNode
  readonly failure: string | null
} {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  const say = (): void => {
    setFailure(null)
    call('expectOtherClient', { isExpected: !isExpected }).catch((error: unknown) => setFailure(errorText(error)))
  }
  const button = (
    <Button size="small" onClick={say}>
      {isExpected ? 'Warn me again' : 'I know this client'}
    </Button>
  )
  return { button, failure }
}
