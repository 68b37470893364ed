/** A typical row of each list that was empty in the recording (`streams/practice.json`), for its markets and around its time. */
import { money, price, size, ZERO } from '../../contract/decimal.ts'
import { safeBlock, safeText } from '../../contract/safe-text.ts'
import { millis } from '../../contract/time.ts'
import type { TopicPayloads } from '../../contract/topics.ts'

const AT = millis(1_772_629_820_000)
const LATER = millis(1_772_632_800_000)
const ASSET = 'NYCTMP1'

export const TYPICAL_ROWS = {
  moves: [
    {
      ...{ id: 'move', state: 'reading', at: AT, changedAt: AT, cancelId: 'move-cancel', placeIds: ['move-place'] },
      ...{ price: price('538.10'), size: size('4.0000'), filled: size('1.0000'), placed: size('3.0000') },
      order: {
        ...{ oid: '5867', cloid: null, asset: ASSET, side: 'sell', tif: 'GTC', time: AT, reduceOnly: true },
        ...{ price: price('538.45'), size: size('4.0000'), filled: ZERO, status: 'resting', statusText: 'resting' },
      },
      message: null,
    },
  ],
  reversals: [
    {
      ...{ id: 'reversal', asset: ASSET, size: size('12.0000'), worst: price('536.40'), state: 'opening' },
      close: {
        ...{ kind: 'close', asset: ASSET, position: 'long', size: size('12.0000') },
        protection: { kind: 'distance', distance: price('1'), bound: price('2') },
      },
      ...{ at: AT, changedAt: AT, closeId: 'reversal-close', openId: 'reversal-open' },
      ...{ closed: size('12.0000'), opened: size('2.0000'), message: null },
    },
  ],
  algos: [
    {
      ...{ id: 'scale', asset: ASSET, side: 'buy', reduceOnly: false, state: 'paused', message: 'You paused it.' },
      terms: {
        kind: 'scale',
        tif: 'GTC',
        orders: ['533.00', '532.00'].map((at) => ({ price: price(at), size: size('2.0000') })),
      },
      ...{
        total: size('4.0000'),
        filled: size('1.0000'),
        average: price('533.0000'),
        at: AT,
        changedAt: AT,
        ends: LATER,
      },
      children: [
        {
          id: 'scale-0',
          part: 0,
          price: price('533.00'),
          size: size('2.0000'),
          filled: size('1.0000'),
          takenBack: true,
        },
      ],
      ...{ begun: 0, begunAt: null, requotes: 0, nextAt: null, placed: 1, resting: { orders: 0, size: ZERO } },
      ...{ waits: null, resumesWith: [{ price: price('532.00'), size: size('2.0000') }] },
      until: { at: LATER, because: 'market' },
    },
    {
      ...{ id: 'slices', asset: '#20516010', side: 'buy', reduceOnly: false, state: 'working', message: null },
      terms: {
        ...{ kind: 'slices', total: size('40.00'), slices: 4, every: 30, worst: price('0.050'), how: 'passive' },
        requotes: 5,
      },
      ...{ total: size('40.00'), filled: size('10.00'), average: price('0.03500'), at: AT, changedAt: AT, ends: LATER },
      children: [{ id: 'slices-0', part: 0, price: price('0.035'), size: size('10.00'), filled: size('10.00') }],
      ...{ begun: 1, begunAt: AT, requotes: 1, nextAt: LATER, placed: 1, resting: { orders: 1, size: size('10.00') } },
      ...{ waits: 'The price is too old.', resumesWith: null, until: { at: LATER, because: 'token' } },
    },
  ],
  endings: [
    {
      ...{ id: 'ending', family: 'scalar', asset: ASSET, name: 'NYC temperature', kind: 'stopped', isCertain: true },
      ...{ size: size('2.0000'), entryPx: price('537.59'), price: price('535.40'), at: AT, lapsed: 1 },
      ...{ result: money('-4.38'), fee: money('0.21'), text: 'A stop closed 2 of 12.', isPutAway: false },
      ...{ trigger: { kind: 'stop', price: price('535.45') }, part: { of: size('12.0000') } },
    },
  ],
  flattens: [
    {
      ...{ id: 'flatten', cancelOrders: true, state: 'cut_off', at: AT },
      left: { orders: 2, positions: [{ asset: ASSET, size: size('12.0000') }] },
    },
  ],
  pending_limits: [{ field: 'orderValue', text: 'Max order value 250,000 → 500,000 USDC', until: LATER }],
  held_pauses: [{ id: 'slices', what: 'Slices', fills: 5, seconds: 10, at: AT }],
  asset_numbers: [{ asset: '#20516010', number: 20_516_010, from: 'learned', at: AT }],
  notices: [
    {
      ...{ id: 'notice', level: 'warning', title: safeText('No stop'), detail: safeBlock('A position has no stop.') },
      ...{ at: AT, isDismissed: false, act: { kind: 'protect', asset: ASSET, profile: 'practice' } },
    },
  ],
} as const satisfies Partial<TopicPayloads>
