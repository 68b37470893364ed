/**
 * The trader's own orders of a market, one at a time, over the foot of the window: Tab goes on to the next, arrows say where to, Enter moves it,
 * Delete cancels it.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isMoveFinal } from '../../contract/move.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { priceWords, useFormat } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { moveStateWord, useMoveOrder } from '../orders/index.ts'
import { useOpenOrders, useSettings } from '../queries/index.ts'
import { sideWord, throughBest } from '../trade-forms/index.ts'
import { dropDeed, type ShownDeed } from './deed.ts'
import { LineFrame } from './line-frame.tsx'
import { lineView } from './line-view.ts'
import {
  type Chosen,
  choose,
  enterMove,
  isMoved,
  moved,
  NO_ORDERS,
  nextOrder,
  ordersOf,
  READING_ORDERS,
} from './own-orders.ts'
import { byOf } from './preview.ts'
import { changeOf } from './preview-keys.ts'
import type { RestingOrder } from './resting-orders.ts'
import { useHand } from './use-hand.ts'
import { useLine } from './use-line.ts'

interface OwnOrdersLineProps {
  readonly shown: ShownDeed
  readonly cancel: (orders: readonly RestingOrder[]) => void
}

/** What became of a move is shown for so long; Activity has it for good. */
const SHOWN_MS = 8000

export function OwnOrdersLine({ shown, cancel }: OwnOrdersLineProps): ReactNode {
  const { id, market, origin } = shown
  const { clock } = useMarketData()
  const format = useFormat()
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const { instrument, quotes, permission, freshness } = useHand(market)
  const [by] = useState(() => byOf(origin))
  const mover = useMoveOrder(by)
  const read = useOpenOrders().data
  const moves = useTopic({ kind: 'moves' })
  const own = ordersOf(instrument?.asset ?? null, read ?? [])
  const [kept, setKept] = useState<Chosen | null>(null)
  const [words, setWords] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const question = useRef<string | null>(null)
  const first = own[0]
  const chosen = kept ?? (first === undefined ? null : choose(first))
  useEffect(() => {
    if (kept === null && first !== undefined) setKept(choose(first))
  }, [kept, first])
  const isSent = sent !== null
  const became = moves?.find(({ order }) => order.oid === sent)
  // One that waits for the trader stays until it is answered, or closed.
  const isOver = became !== undefined && isMoveFinal(became.state)
  useEffect(() => (isOver ? clock.after(SHOWN_MS, () => dropDeed(id)) : undefined), [isOver, clock, id])

  const put = (next: Chosen | null): void => {
    question.current = null
    setWords(null)
    if (next !== null) setKept(next)
  }
  const enter = (): void => {
    const { family } = market
    const through =
      quotes === null || chosen === null || chosen.order.tif === 'ALO'
        ? null
        : throughBest(chosen.order.side, chosen.price, {
            ...{ family, prices: quotes },
            most: family === 'scalar' ? settings.throughDegrees : settings.throughCents,
          })
    const refusal =
      chosen === null ? null : (mover.off(chosen.order) ?? mover.issue(chosen.order, chosen)?.message ?? null)
    const does = enterMove(chosen, {
      ...{ own: read === undefined ? null : own, refusal, permission, question: question.current },
      stale: freshness.stale ? freshness.words : null,
      far: through?.isFar === true ? through.words : null,
    })
    question.current = does.does === 'ask' ? does.key : null
    setWords(does.does === 'move' ? null : does.words)
    if (does.does === 'look' && does.order !== null) setKept(choose(does.order))
    if (does.does !== 'move') return
    setSent(does.order.oid)
    line.leave()
    mover
      .move(does.order, does.to)
      .then((refused) => {
        if (refused === null) return
        setSent(null)
        setWords(refused.message)
        line.again()
      })
      .catch(() => undefined)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Tab') {
      if (own.length === 0) return false
      const next = nextOrder(own, chosen?.order.oid ?? '', event.shiftKey ? -1 : 1)
      put(next === null ? null : choose(next))
      return true
    }
    if (chosen === null) return false
    if (event.key === 'Delete' || event.key === 'Backspace') {
      if (event.repeat) return true
      cancel([chosen.order])
      const next = nextOrder(own, chosen.order.oid, 1)
      if (next !== null && next.oid !== chosen.order.oid) put(choose(next))
      setWords(null)
      return true
    }
    // A size of nine is for new orders: here a digit would be a slip.
    const change = changeOf(event, market)
    if (change === null || change.kind === 'set-size') return false
    put(moved(chosen, change, instrument?.tick ?? null))
    return true
  }
  const line = useLine({ onDrop: () => dropDeed(id), onEnter: enter, onKey })
  const view = instrument === null ? null : lineView(instrument, format)
  const at = own.findIndex(({ oid }) => oid === chosen?.order.oid)
  const isElsewhere = chosen !== null && isMoved(chosen)
  return (
    <LineFrame
      line={line}
      label="Your orders"
      lead={chosen === null ? 'Your orders' : `${isElsewhere ? 'Move ' : ''}${leadOf(chosen, isElsewhere)}`}
      tone={chosen?.order.side}
      market={instrument?.title ?? ''}
      terms={
        chosen === null || view === null
          ? ''
          : `${isElsewhere ? `${priceWords(chosen.order.price)} → ${priceWords(chosen.price)}` : priceWords(chosen.price)} ${view.second(chosen.price)}${
              at < 0 ? '' : `, order ${at + 1} of ${own.length}`
            }`
      }
      said={
        isSent
          ? `${became === undefined ? 'Checking…' : `The order is ${moveStateWord(became)}.`} ${became?.message ?? ''}`
          : chosen === null
            ? read === undefined
              ? READING_ORDERS
              : NO_ORDERS
            : `Tab next. ↑ ↓ price, ← → size. Enter ${isElsewhere ? 'cancels it and places what is left again' : 'moves it'}. Delete cancels it. Esc drops it.`
      }
      wrong={isSent ? null : words}
      onClose={isSent ? () => dropDeed(id) : null}
    />
  )
}

const leadOf = ({ order, size }: Chosen, isElsewhere: boolean): string => {
  const word = sideWord(order.side)
  const much = isElsewhere && size !== order.size ? `${order.size} → ${size}` : order.size
  return isElsewhere ? `${word.toLowerCase()} ${much}` : `${word} ${much}`
}
