/**
 * The trading keys: orders at the best prices, reductions of the position, and cancels. Keys that add exposure work only while the window's keys are
 * armed; cancels always do. Pure.
 */
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Family } from '../../contract/market-ref.ts'
import type { Command } from '../commands/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import {
  CANCEL_KEYS,
  KEY_ALIASES,
  type KeysPort,
  letter,
  missing,
  ORDER_KEYS,
  type OrderKey,
  tradingKey,
} from './key-table.ts'
import { ordersToCancel } from './order-provider.ts'
import type { RequestedOrder } from './preview.ts'
import {
  closeCommand,
  exitCommand,
  exitsCommand,
  ordersCommand,
  predictCommand,
  reverseCommand,
  rowCommands,
} from './preview-action-keys.ts'
import { PRESETS, presetIssue, presetSize } from './preview-keys.ts'

export function tradingCommands(port: KeysPort): readonly Command[] {
  return [
    ...ORDER_KEYS.map((one) => orderCommand(one, port)),
    closeCommand('half', port),
    closeCommand('all', port),
    reverseCommand(port),
    exitCommand('stop', port),
    exitCommand('target', port),
    exitsCommand(port),
    ...rowCommands(port),
    flattenCommand(port),
    ordersCommand(port),
    ...CANCEL_KEYS.map((one) => cancelCommand(one, port)),
    ...Array.from({ length: PRESETS }, (_, at) => sizeCommand(at + 1, port)),
    ...armCommands(port),
  ]
}

/** Its key previews the order or sends it at once; chosen in a list, it previews it. */
function orderCommand(one: OrderKey, port: KeysPort): Command {
  const { id, title, key, side, quote, tif } = one
  if (port.market != null && FAMILY_RULES[port.market.ref.family].isPredicted && tif === 'IOC')
    return predictCommand(one, port)
  const ref = port.market?.ref ?? null
  const family = ref?.family ?? null
  const size = ref === null ? null : presetSize(ref, port.preset)
  const request: RequestedOrder | null =
    size === null ? null : { side, size, price: { kind: 'quote', quote }, tif, reduceOnly: false, exits: null }
  const why =
    missing(port) ??
    (family === null || ref === null
      ? null
      : request === null
        ? presetIssue(ref, port.preset)
        : rulesIssue(family, request))
  const { mode, show, send } = port
  return tradingKey(port, {
    id,
    title,
    key,
    impossible: why,
    run() {
      if (ref !== null && request !== null) show('line', ref, request)
    },
    onKey() {
      if (ref === null || request === null) return
      if (mode === 'preview') show('keys', ref, request)
      if (mode === 'at_once') send(ref, request)
    },
  })
}

function rulesIssue(family: Family, request: RequestedOrder): string | null {
  const { off, termsIssue } = quickOrderRulesOf(family)
  return off ?? termsIssue(request)
}

const flattenCommand = (port: KeysPort): Command =>
  tradingKey(port, {
    id: 'flatten',
    title: 'Flatten: cancel all orders and close all positions',
    scope: 'app',
    key: letter('Z', { shift: true }),
    run: () => port.flatten('show'),
    onKey: () => port.flatten(port.mode === 'at_once' ? 'at_once' : 'show'),
  })

function cancelCommand({ which, title, key }: (typeof CANCEL_KEYS)[number], port: KeysPort): Command {
  const { market, orders, cancel, cancelAll } = port
  const meant = market == null || orders === null ? [] : ordersToCancel({ kind: 'cancel', which }, market.asset, orders)
  const lacking = missing(port) ?? (orders === null && which !== 'all' ? 'Loading orders' : null)
  const none = which !== 'all' && meant.length === 0 ? 'No such open order in this market' : null
  return {
    id: `trade/cancel/${which}`,
    title,
    scope: 'market',
    keys: [key],
    aliases: KEY_ALIASES,
    impossible: lacking ?? none,
    trades: true,
    asks: `${title}: press again to send`,
    run() {
      if (which !== 'all') cancel(meant)
      else if (market?.asset != null) cancelAll(market.asset)
    },
  }
}

function sizeCommand(number: number, port: KeysPort): Command {
  const { market, choosePreset, preset } = port
  const size = market == null ? null : presetSize(market.ref, number)
  return tradingKey(port, {
    id: `size/${number}`,
    title: `Trading key size: ${size ?? `number ${number}`}`,
    key: { code: `Digit${number}` },
    selected: preset === number,
    impossible: market == null ? null : presetIssue(market.ref, number),
    run: () => choosePreset(number),
  })
}

const armCommands = ({ mode, arm }: KeysPort): readonly Command[] => [
  {
    id: 'trade/arm/preview',
    title: 'Arm trading keys: preview first',
    scope: 'window',
    keys: [{ code: 'KeyK', mod: true, alt: true }],
    aliases: KEY_ALIASES,
    impossible: mode === 'preview' ? 'Already armed' : null,
    run: () => arm('preview'),
  },
  {
    id: 'trade/arm/at-once',
    title: 'Arm trading keys: send at once',
    scope: 'window',
    aliases: KEY_ALIASES,
    impossible: mode === 'at_once' ? 'Already armed' : null,
    run: () => arm('at_once'),
  },
  {
    id: 'trade/disarm',
    title: 'Disarm trading keys',
    scope: 'window',
    aliases: KEY_ALIASES,
    impossible: mode === null ? 'Not armed' : null,
    run: () => arm(null),
  },
]
