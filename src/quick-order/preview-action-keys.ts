/** The trading keys other than orders with a price: a reversal, the own orders, a prediction. Pure. */
import { type Money, signOf } from '../../contract/decimal.ts'
import type { Command } from '../commands/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import { closingOf } from './closing.ts'
import { KEY_ALIASES, type KeysPort, letter, missing, type OrderKey, previewKey } from './key-table.ts'
import type { Origin } from './preview.ts'
import type { ExitRole } from './preview-action-line.ts'
import { presetIssue, presetSize } from './preview-keys.ts'

/** Why the position, or a part of it, cannot be closed; null where it can. */
const unclosable = ({ market, account }: KeysPort, of: 'half' | 'all' = 'all'): string | null =>
  missing({ market }) ?? (market == null ? null : closingOf({ of }, market, account).why)

const CLOSES = {
  half: { id: 'half', title: 'Close half of the position', key: letter('H') },
  all: { id: 'close', title: 'Close all of the position', key: letter('H', { shift: true }) },
} as const

/** Closes part or all of the position in any family; it adds no exposure, but needs the same arming as its key. */
export function closeCommand(of: 'half' | 'all', port: KeysPort): Command {
  const { mode, market, showPreviewAction, close } = port
  const show = (origin: Origin): void => {
    if (market != null) showPreviewAction(origin, market.ref, { kind: 'close', much: { of } })
  }
  return previewKey(port, {
    ...CLOSES[of],
    impossible: unclosable(port, of),
    show,
    onKey() {
      if (mode === 'preview') show('keys')
      if (mode === 'at_once' && market != null) close(market.ref, { of })
    },
  })
}

const EXITS = {
  stop: { title: 'Set a stop on the position', key: letter('L') },
  target: { title: 'Set a target on the position', key: letter('P') },
} as const

/** A stop or target on the whole position: it is previewed, moved by arrows and set by Enter in every arming mode. */
export function exitCommand(role: ExitRole, port: KeysPort): Command {
  const { market, showPreviewAction } = port
  return previewKey(port, {
    id: role,
    ...EXITS[role],
    aliases: [...KEY_ALIASES, 'exit', 'protect', role === 'stop' ? 'stop-loss' : 'take profit'],
    impossible: unclosable(port),
    show(origin) {
      if (market != null) showPreviewAction(origin, market.ref, { kind: 'exit', role, price: { kind: 'away' } })
    },
  })
}

/** The exit form of a position: stop, targets, break-even, trail and time exit. */
export function exitsCommand(port: KeysPort): Command {
  const asset = port.market?.asset ?? null
  return {
    id: 'trade/exits',
    title: 'Open exits: stop, targets, break-even, trail',
    scope: 'market',
    keys: [letter('P', { alt: true })],
    aliases: ['stop', 'target', 'bracket', 'exit plan', 'trail', 'break-even', 'protect'],
    impossible: unclosable(port),
    trades: true,
    run() {
      if (asset !== null) port.askExits(asset)
    },
  }
}

const ROW_ASKS = [
  { ask: 'part', title: 'Close part of the position…', aliases: ['reduce', 'half', 'size'] },
  { ask: 'break-even', title: 'Stop at break-even…', aliases: ['exit', 'protect', 'entry'] },
  {
    ask: 'cancel-plan',
    title: 'Cancel the exit plan…',
    aliases: ['stop', 'target', 'bracket'],
  },
] as const

/** Commands that open below the position's row and send nothing by themselves. */
export const rowCommands = (port: KeysPort): readonly Command[] =>
  ROW_ASKS.map(
    ({ ask, title, aliases }): Command => ({
      id: `trade/${ask}`,
      title,
      scope: 'market',
      aliases,
      impossible: unclosable(port) ?? (ask === 'cancel-plan' && !port.hasPlan ? 'No exit plan' : null),
      run() {
        if (port.market?.asset != null) port.askOfRow(ask, port.market.asset)
      },
    }),
  )

/** Closes the position and opens the same size on the other side. */
export function reverseCommand(port: KeysPort): Command {
  const { mode, market, account, showPreviewAction, reverse } = port
  const held = account?.positions.find(({ asset }) => asset === market?.asset)
  const why =
    missing({ market }) ??
    (account === null
      ? 'Loading the account'
      : held === undefined || signOf(held.size) === 0
        ? 'No position in this market'
        : quickOrderRulesOf(held.family).reverseOff)
  const show = (origin: Origin): void => {
    if (market != null) showPreviewAction(origin, market.ref, { kind: 'reverse' })
  }
  return previewKey(port, {
    id: 'reverse',
    title: 'Reverse position',
    key: letter('R', { shift: true }),
    impossible: why,
    show,
    onKey() {
      if (mode === 'preview') show('keys')
      if (mode === 'at_once' && market != null) reverse(market.ref)
    },
  })
}

/** Steps through the trader's own orders, by its key while the keys are armed. */
export function ordersCommand(port: KeysPort): Command {
  const { market, orders, showPreviewAction } = port
  const own = market == null ? [] : (orders ?? []).filter(({ asset }) => asset === market.asset)
  const why =
    missing({ market }) ??
    (orders === null ? 'Loading orders' : own.length === 0 ? 'No open orders in this market' : null)
  return previewKey(port, {
    id: 'orders',
    title: 'Step through your orders',
    key: letter('O'),
    aliases: [...KEY_ALIASES, 'tab', 'cancel and replace'],
    impossible: why,
    show(origin) {
      if (market != null) showPreviewAction(origin, market.ref, { kind: 'orders' })
    },
  })
}

/** In a binary market the two crossing keys are its two predictions, which stop at their estimate in every arming mode. */
export function predictCommand({ id, key, side }: OrderKey, port: KeysPort): Command {
  const { market, preset, showPreviewAction } = port
  const direction = side === 'buy' ? 'UP' : 'DOWN'
  const amount = (market == null ? null : presetSize(market.ref, preset)) as Money | null
  return previewKey(port, {
    id,
    title: `Predict ${direction}`,
    key,
    impossible: market == null ? 'Loading the market' : presetIssue(market.ref, preset),
    show(origin) {
      if (market == null || amount === null) return
      showPreviewAction(origin, market.ref, { kind: 'predict', direction, amount, worst: null })
    },
  })
}
