/** Instruments of every family for the tests of family differences. */
import { type Price, price } from '../../../../contract/decimal.ts'
import type {
  BinaryInstrument,
  Instrument,
  OutcomeInstrument,
  ScalarInstrument,
} from '../../../../contract/instrument.ts'
import { ACTIVE, LIVE, refText } from '../../../../contract/market-ref.ts'
import { type Millis, millis } from '../../../../contract/time.ts'

export const HOUR = 3_600_000
/** 2 h into the day of the epoch: the start of a bucket. */
export const START: Millis = millis(2 * HOUR)
const common = {
  here: true,
  subtitle: null,
  sizeDecimals: 2,
  entry: { takes: 'everything' },
  phase: { word: 'open', text: 'Trading' },
  start: START,
  entriesEnd: null,
  end: millis(START + 2 * HOUR),
  receivedAt: START,
  stale: false,
} as unknown as Instrument

export const scalar = (more: Partial<ScalarInstrument> = {}): ScalarInstrument => ({
  ...(common as ScalarInstrument),
  family: 'scalar',
  ref: LIVE,
  key: refText(LIVE),
  title: 'NYCTMP1',
  asset: 'NYCTMP1',
  tick: price('0.01') as Price,
  station: null,
  maxLeverage: 10,
  twapWindow: 120_000,
  ...more,
})

export const binary = (more: Partial<BinaryInstrument> = {}): BinaryInstrument => ({
  ...(common as BinaryInstrument),
  family: 'binary',
  ref: ACTIVE,
  key: refText(ACTIVE),
  title: 'NYCBIN1',
  asset: 'NYCBIN1',
  tick: price('0.001') as Price,
  midpoint: price('552.585'),
  decidedBy: 'NYCTMP1',
  entriesEnd: millis(START + HOUR),
  ...more,
})

export function outcome(outcomeId: number, side: number, more: Partial<OutcomeInstrument> = {}): OutcomeInstrument {
  const ref = { family: 'outcome', outcomeId, side } as const
  return {
    ...(common as OutcomeInstrument),
    family: 'outcome',
    ref,
    key: refText(ref),
    title: `Outcome ${outcomeId}`,
    asset: `#${outcomeId}${side}`,
    tick: price('0.001') as Price,
    outcomeId,
    side,
    sideName: side === 0 ? 'Yes' : 'No',
    name: `Outcome ${outcomeId}`,
    otherSide: {
      ref: { ...ref, side: 1 - side },
      name: side === 0 ? 'No' : 'Yes',
      coin: `#${outcomeId}${1 - side}`,
    },
    question: { id: 1, title: 'Which?', several: true },
    winner: null,
    start: null,
    ...more,
  }
}
