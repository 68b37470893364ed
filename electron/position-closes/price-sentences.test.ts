import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { closeText } from './texts.ts'

const ASSET = 'NYCTMP1'
const POSITION = { family: 'scalar', name: ASSET, asset: ASSET, size: '40', entryPx: '571.00', liquidationPx: '569.00' }

inBothUnits([
  [
    'a settlement',
    () =>
      closeText(
        plain({
          ...POSITION,
          kind: 'settled',
          price: '571.10',
          result: '4',
          fee: null,
          isCertain: true,
          trigger: null,
          lapsed: 0,
        }),
        'USDH',
      ),
    'NYCTMP1 settled 571.10 (71.10 °F): long 40 from 571.00, +4.00 USDC',
    'NYCTMP1 settled 71.10 °F (571.10): long 40 from 71.00 °F, +4.00 USDC',
  ],
  [
    'a stop that closed',
    () =>
      closeText(
        plain({
          ...POSITION,
          kind: 'stopped',
          price: '570.38',
          result: '-24.8',
          fee: null,
          isCertain: true,
          trigger: { kind: 'stop', price: '570.40' },
          lapsed: 0,
        }),
        'USDH',
      ),
    'Stop at 570.40, NYCTMP1: sold 40 at 570.38, −24.80 USDC',
    'Stop at 70.40 °F, NYCTMP1: sold 40 at 70.38 °F, −24.80 USDC',
  ],
])
