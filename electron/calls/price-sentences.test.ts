import { inBothUnits, plain } from '../../contract/testing/both-units.ts'
import { askAboutEstimate, askToBeginAlgo, askToGoOnWithAlgo } from './questions.ts'

const ASSET = 'NYCTMP1'
const SLICES = { kind: 'slices', total: '10', slices: 4, worst: '571.62' }

inBothUnits([
  [
    'the question before slices',
    () => askToBeginAlgo('practice', plain({ terms: SLICES, side: 'buy', asset: ASSET })).detail,
    'On practice: buy 10 in 4 slices at 571.62 or better. Sent one after the other while Isotherm is running.',
    'On practice: buy 10 in 4 slices at 71.62 °F or better. Sent one after the other while Isotherm is running.',
  ],
  [
    'the question before a scale goes on',
    () =>
      askToGoOnWithAlgo(
        'practice',
        plain({ terms: { kind: 'scale' }, asset: ASSET, side: 'sell', resumesWith: [{ price: '571.62', size: '2' }] }),
      ).detail,
    'On practice, it automatically places:\nsell 2 @ 571.62',
    'On practice, it automatically places:\nsell 2 @ 71.62 °F',
  ],
  [
    'the question before a prediction',
    () =>
      askAboutEstimate(
        plain({
          intent: {
            kind: 'predict',
            asset: ASSET,
            targetF: '72',
            direction: 'long',
            size: '8',
            protection: { kind: 'worst', price: '571.90' },
          },
          estimate: {
            id: 'e',
            average: '571.80',
            worst: '571.82',
            limit: '571.90',
            targetMark: '572',
            contracts: null,
            validUntil: null,
          },
          message: null,
        }),
        'e',
      )?.detail.replaceAll('\n', ' | '),
    "Prediction | Market: NYCTMP1 | Target: 72 °F | Direction: long | Size: 8 contracts | Worst price: 571.90 |  | The venue's estimate | Average price: 571.80 | Worst price: 571.82 | Limit price to be signed: 571.90 | Mark at the target: 572",
    "Prediction | Market: NYCTMP1 | Target: 72 °F | Direction: long | Size: 8 contracts | Worst price: 71.90 °F |  | The venue's estimate | Average price: 71.80 °F | Worst price: 71.82 °F | Limit price to be signed: 71.90 °F | Mark at the target: 72 °F",
  ],
])
