import { describe, expect, it } from 'vitest'
import { closeText, titleOf } from './texts.ts'

const closeWith = (change: object): Parameters<typeof closeText>[0] => ({
  kind: 'settled',
  family: 'scalar',
  name: 'NYCTMP2',
  size: '40.0000' as never,
  entryPx: '553.1900' as never,
  price: '553.05' as never,
  result: '-5.600000' as never,
  fee: '0.000000' as never,
  at: 1 as never,
  isCertain: true,
  trigger: null,
  lapsed: 0,
  ...change,
})
const stop = { kind: 'stopped', price: '552.38', result: '-12.1', trigger: { kind: 'stop', price: '552.40' } }
const binary = { family: 'binary', name: 'GBETA', entryPx: '0.6', size: '100' }
const share = { family: 'outcome', name: 'Yes, Rain', entryPx: '0.45', size: '60' }

describe('the message of an end', () => {
  it.each([
    [{}, 'NYCTMP2 settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC'],
    [{ size: '-1200', result: '168' }, 'NYCTMP2 settled 553.05 (53.05 °F): short 1,200 from 553.19, +168.00 USDC'],
    [{ lapsed: 1 }, 'NYCTMP2 settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC. 1 order expired with it'],
    [{ lapsed: 3 }, 'NYCTMP2 settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC. 3 orders expired with it'],
    [{ price: null, result: null, fee: null }, 'NYCTMP2 settled at an unknown price: long 40 from 553.19, P&L unknown'],
    [stop, 'Stop at 552.40, NYCTMP2: sold 40 at 552.38, −12.10 USDC'],
    [{ ...stop, size: '10', part: { of: '40.0' } }, 'Stop at 552.40, NYCTMP2: sold 10 of 40 at 552.38, −12.10 USDC'],
    [{ ...stop, size: '10', part: { of: null } }, 'Stop at 552.40, NYCTMP2: sold 10 at 552.38, −12.10 USDC'],
    [
      { ...stop, trigger: { kind: 'take_profit', price: '552.40' }, size: '-40', fee: '9.97' },
      'Take-profit at 552.40, NYCTMP2: bought 40 at 552.38, −12.10 USDC, fees 9.97',
    ],
    [
      { kind: 'liquidated', price: '545.10', result: '-400' },
      'Liquidated: NYCTMP2 long 40 from 553.19, closed at 545.10, −400.00 USDC',
    ],
    [
      { kind: 'liquidated', isCertain: false, price: null, result: null, fee: null },
      'Probably liquidated: NYCTMP2 long 40 from 553.19, P&L unknown. No fill confirms it: the mark had reached the liquidation price',
    ],
    [{ kind: 'closed_elsewhere' }, 'NYCTMP2 long 40 from 553.19, closed at 553.05, other client, −5.60 USDC'],
    [{ ...share, kind: 'converted', price: null }, 'Yes, Rain 60 from 0.450, converted, other client'],
    [
      { kind: 'unknown', price: null, result: null },
      'NYCTMP2 long 40 from 553.19 is gone. How it closed and its P&L are unknown',
    ],
    [{ ...binary, price: '1', result: '40' }, 'GBETA settled UP: UP 100 from 0.600, +40.00 USDC'],
    [{ ...binary, price: '0', size: '-100', result: '60' }, 'GBETA settled DOWN: DOWN 100 from 0.400, +60.00 USDC'],
    [{ ...share, price: '1.000', result: '33' }, 'Yes, Rain paid 1 USDH per share: 60 from 0.450, +33.00 USDH'],
    [{ ...share, price: '0', result: '-27' }, 'Yes, Rain paid nothing: 60 from 0.450, −27.00 USDH'],
  ])('%o', (change, text) => {
    expect(closeText(closeWith(change), 'USDH')).toBe(text)
  })

  it.each([
    [{}, 'Position settled'],
    [stop, 'Position closed by its stop'],
    [{ ...stop, part: { of: null } }, 'Position partly closed by its stop'],
    [{ kind: 'liquidated' }, 'Position liquidated'],
    [{ kind: 'liquidated', isCertain: false }, 'Position probably liquidated'],
    [{ kind: 'closed_elsewhere' }, 'Position closed by another client'],
    [{ kind: 'unknown' }, 'Position gone'],
  ])('has a title: %o', (change, title) => {
    expect(titleOf(closeWith(change))).toBe(title)
  })
})
