/** The worst case in words. Pure. */
import { compare, type Decimal, type Money, multiply, toPlaces } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'

interface WorstCaseFigures {
  /** Null while it is not known; `why` says why. */
  readonly loss: Money | null
  readonly why: string | null
  /** The trader's limit; null holds none. */
  readonly limit: Money | null
}

interface WorstCaseWords {
  /** Whole USDC, never too little: `1,235`, or a dash while it is not known. */
  readonly figure: string
  /** The limit, null where none is set. */
  readonly of: string | null
  /** `warn`: four fifths of the limit are reached. `bad`: the limit is reached. */
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly explanation: string
}

/** From this part of the limit on, the figure is coloured. */
const NEAR = '0.8' as Decimal

const EXPLAINED =
  'What could be lost from now on if every order fills and every stop slips to its bound. Press for Limits.'

export function worstCaseWords({ loss, why, limit }: WorstCaseFigures): WorstCaseWords {
  const of = limit === null ? null : grouped(limit)
  if (loss === null) {
    const held = limit === null ? '' : ' What adds exposure is refused until it is known.'
    return { figure: '—', of, tone: 'calm', explanation: `${why ?? 'Not known yet.'}${held} Press for Limits.` }
  }
  const figure = grouped(toPlaces(loss, 0, 'up'))
  if (limit === null || compare(loss, multiply(limit, NEAR)) < 0) {
    return { figure, of, tone: 'calm', explanation: EXPLAINED }
  }
  if (compare(loss, limit) < 0) return { figure, of, tone: 'warn', explanation: `Near your limit. ${EXPLAINED}` }
  const at = compare(loss, limit) === 0 ? 'At your limit' : 'Beyond your limit'
  return { figure, of, tone: 'bad', explanation: `${at}: what makes it larger is refused. ${EXPLAINED}` }
}
