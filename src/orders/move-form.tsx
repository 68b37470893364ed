/** Edits a resting order's price and size in its row: the resulting order, and the button that cancels and replaces it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { notNumber, ONE, type Price, parseTyped, type Size, trimZeros } from '../../contract/decimal.ts'
import { leftToPlace, type MoveView } from '../../contract/move.ts'
import { priceLabel, priceMeaning } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { type AssetSpec, useAccount, useAssets, useMarket } from '../queries/index.ts'
import { joined, leverageSet } from '../trade-forms/index.ts'
import { Banner, Button, DecimalField, ignoreRepeat, rowForm, stepDecimal, useEscape } from '../ui/index.ts'
import styles from './move-form.module.css'
import orderCellsStyles from './order-cells.module.css'
import {
  changedPrice,
  changedSize,
  type MoveOrder,
  type MoveRefusal,
  moveParts,
  tiedUpText,
  useMoveOrder,
} from './use-move-order.ts'

interface MoveFormProps {
  readonly order: Order
  readonly spec: AssetSpec
  readonly moving: MoveOrder
  /** It was sent, or canceled. */
  readonly onEnd: () => void
}

const NO_ACTIONS: readonly ActionRecord[] = []

export function MoveForm({ order, spec, moving, onEnd }: MoveFormProps): ReactNode {
  const [price, setPrice] = useState<string>(order.price)
  const [size, setSize] = useState<string>(trimZeros(order.size))
  const [refusal, setRefusal] = useState<MoveRefusal | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const send = useRef<HTMLButtonElement>(null)
  const leverage = useLeverage(order.asset)
  /** Returns the focus to the row: it would be lost with the form. */
  const end = (): void => {
    form.current?.closest('tbody')?.querySelector<HTMLElement>('[data-row]')?.focus()
    onEnd()
  }
  useEscape('preview', true, end)
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  const to = wantedOf(price, size)
  const issue = to === null ? null : moving.issue(order, to)
  // Unedited, it shows no issue: only the button is disabled.
  const isUntouched = price === order.price && size === trimZeros(order.size)
  const shownIssue = (isUntouched ? null : issue) ?? refusal
  const wrong = (field: 'price' | 'size', text: string): string | null =>
    parseTyped(text) === null
      ? notNumber(field === 'price' ? 'Price' : 'Size', text)
      : shownIssue?.field === field
        ? shownIssue.message
        : null
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setRefusal(null)
  }
  const step = (direction: 1 | -1): void => {
    if (spec.tickSize !== null) typed(setPrice)(stepDecimal(price, spec.tickSize, direction))
  }
  const go = async (): Promise<void> => {
    if (to === null || issue !== null || sending) return
    setSending(true)
    const answer = await moving.move(order, to)
    setSending(false)
    if (answer === null) end()
    else setRefusal(answer)
  }
  const toButton = (): void => send.current?.focus()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form would send on Enter in its fields
    <div
      ref={form}
      className={rowForm.form}
      role="group"
      aria-label={`Move ${order.side} ${trimZeros(order.size)} at ${priceLabel(order.price)}`}
    >
      <div className={styles.field}>
        <DecimalField
          label="New price"
          value={price}
          onChange={typed(setPrice)}
          step={spec.tickSize}
          error={wrong('price', price)}
          keepsRoom
          onEnter={toButton}
          suffix={to === null ? undefined : priceMeaning(spec.family, to.price)}
        />
      </div>
      <span className={rowForm.beside}>
        <Button size="small" aria-label="One tick down" disabled={spec.tickSize === null} onClick={() => step(-1)}>
          −
        </Button>
        <Button size="small" aria-label="One tick up" disabled={spec.tickSize === null} onClick={() => step(1)}>
          +
        </Button>
      </span>
      <div className={styles.field}>
        <DecimalField
          label="Total size"
          value={size}
          onChange={typed(setSize)}
          step={ONE}
          error={wrong('size', size)}
          keepsRoom
          onEnter={toButton}
          suffix={`${trimZeros(order.filled)} filled`}
        />
      </div>
      <p className={rowForm.preview} role="status">
        {to === null || issue !== null
          ? 'Enter go to the button · Esc discard'
          : [
              `${changedSize(order.size, to.size)} at ${changedPrice(order.price, to.price, spec.family)}`,
              'loses queue position',
              tiedUpText({ order, to, leverage }, spec.family),
            ]
              .filter((one) => one !== null)
              .join('; ')}
        {shownIssue !== null && shownIssue.field === null && (
          <span role="alert" className={rowForm.failure}>
            {' '}
            {shownIssue.message}
          </span>
        )}
      </p>
      <span className={rowForm.beside}>
        <Button
          ref={send}
          size="small"
          variant="primary"
          aria-busy={sending}
          disabled={to === null || issue !== null}
          onKeyDown={ignoreRepeat}
          onClick={() => void go()}
        >
          {sending ? 'Checking…' : 'Cancel & replace'}
        </Button>
        <Button size="small" onClick={end}>
          Discard
        </Button>
      </span>
    </div>
  )
}

function wantedOf(price: string, size: string): { readonly price: Price; readonly size: Size } | null {
  const wanted = { price: parseTyped(price) as Price | null, size: parseTyped(size) as Size | null }
  return wanted.price === null || wanted.size === null ? null : { price: wanted.price, size: wanted.size }
}

/** The leverage of a new order in the asset; null where it has none, or it is unknown. */
function useLeverage(asset: string): number | null {
  const held = useAccount().data?.positions.find((position) => position.asset === asset)
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const market = useMarket(asset)
  return held?.leverage ?? leverageSet(actions, asset) ?? market?.maxLeverage ?? null
}

// Moves that were canceled but not replaced: shown until the trader has the rest placed, or drops it.

/** One per move, newest first. */
export function MovePrompts(): ReactNode {
  const moves = useTopic({ kind: 'moves' }) ?? []
  return moves.filter(({ state }) => state === 'not_replaced').map((move) => <MovePrompt key={move.id} move={move} />)
}

function MovePrompt({ move }: { readonly move: MoveView }): ReactNode {
  const { retry, leave } = useMoveOrder()
  const assets = useAssets()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { id, size, filled, order, price, message } = move
  const left = trimZeros(leftToPlace(size, filled ?? order.filled))
  const answer = async (work: typeof retry): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const refusal = await work(id)
    setBusy(false)
    setFailure(refusal?.message ?? null)
  }
  return (
    <Banner
      tone="error"
      title="Canceled, not replaced."
      action={
        <span className={orderCellsStyles.answers}>
          <Button size="small" variant="primary" disabled={busy} onClick={() => void answer(retry)}>
            Place {left} at {trimZeros(price)}
          </Button>
          <Button size="small" disabled={busy} onClick={() => void answer(leave)}>
            Discard
          </Button>
        </span>
      }
    >
      {joined(moveParts(move, assets))}. {message} {failure !== null && <span role="alert">{failure}</span>}
    </Banner>
  )
}
