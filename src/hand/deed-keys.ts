/** The trading keys that show something else than an order at a price: a reversal, the own orders, a prediction. Pure. */
import { type Money, signOf } from '../../contract/decimal.ts'
import type { Command } from '../commands/index.ts'
import { reverseOff } from '../positions/index.ts'
import { type KeysPort, letter, missing, type OrderKey, WORDS } from './key-table.ts'
import { presetIssue, presetSize } from './presets.ts'
import type { Origin } from './preview.ts'

/** Closes what is held and opens as much on the other side. */
export function reverseCommand({ mode, market, account, showDeed, reverse }: KeysPort): Command {
  const held = account?.positions.find(({ asset }) => asset === market?.asset)
  const why =
    missing({ market }) ??
    (account === null
      ? 'The account is being read'
      : held === undefined || signOf(held.size) === 0
        ? 'Nothing is held in this market'
        : reverseOff(held))
  const show = (origin: Origin): void => {
    if (market != null) showDeed(origin, market.ref, { kind: 'reverse' })
  }
  return {
    id: 'trade/reverse',
    title: 'Reverse: close the position and open as much on the other side',
    scope: 'market',
    keys: [letter('R', { shift: true })],
    words: WORDS,
    impossible: why,
    trades: true,
    keysOff: mode === null,
    run: () => show('line'),
    onKey() {
      if (mode === 'preview') show('keys')
      if (mode === 'at_once' && market != null) reverse(market.ref)
    },
  }
}

/** The trader's own orders, one after the other: by its key while the keys are armed. */
export function ordersCommand({ mode, market, orders, showDeed }: KeysPort): Command {
  const own = market == null ? [] : (orders ?? []).filter(({ asset }) => asset === market.asset)
  const why =
    missing({ market }) ??
    (orders === null ? 'The orders are being read' : own.length === 0 ? 'No order rests in this market' : null)
  const show = (origin: Origin): void => {
    if (market != null) showDeed(origin, market.ref, { kind: 'orders' })
  }
  return {
    id: 'trade/orders',
    title: 'Go through your orders: move or cancel them',
    scope: 'market',
    keys: [letter('O')],
    words: [...WORDS, 'tab', 'cancel and replace'],
    impossible: why,
    trades: true,
    keysOff: mode === null,
    run: () => show('line'),
    onKey: () => show('keys'),
  }
}

/** In a binary market the two keys that cross are its two predictions, which wait at their estimate however the keys are armed. */
export function predictCommand({ id, key, side }: OrderKey, { mode, market, preset, showDeed }: KeysPort): Command {
  const direction = side === 'buy' ? 'UP' : 'DOWN'
  const amount = (market == null ? null : presetSize(market.ref, preset)) as Money | null
  const show = (origin: Origin): void => {
    if (market == null || amount === null) return
    showDeed(origin, market.ref, { kind: 'predict', direction, amount, worst: null })
  }
  return {
    id: `trade/${id}`,
    title: `Predict ${direction}`,
    scope: 'market',
    keys: [key],
    words: WORDS,
    impossible: market == null ? 'The market is being read' : presetIssue(market.ref, preset),
    trades: true,
    keysOff: mode === null,
    run: () => show('line'),
    onKey: () => show('keys'),
  }
}
