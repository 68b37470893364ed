/** What could be lost from now on, in the status bar: with the limit where one is set, and the way to it. */
import type { ReactNode } from 'react'
import { compare, type Decimal, type Money, multiply, toPlaces } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useSession, useSettings } from '../../queries/index.ts'
import { classNames, Tooltip } from '../../ui/index.ts'
import { showPanel } from '../docking/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './status-bar.module.css'

const WORST_CASE = MESSAGES.worstCase

export function WorstCase(): ReactNode {
  const isSignedIn = useSession()?.identity != null
  const limit = useSettings()?.limits.worstCase ?? null
  const loss = useTopicValue({ kind: 'worst_case' }, ({ now }) => now?.loss ?? null) ?? null
  const why = useTopicValue({ kind: 'worst_case' }, (view) => view.why) ?? null
  if (!isSignedIn) return null
  const { figure, of, tone, explanation } = worstCaseText({ loss, why, limit })
  return (
    <div className={styles.worst}>
      <Tooltip words={explanation}>
        <button type="button" className={styles.identity} onClick={() => showPanel('limits')}>
          {WORST_CASE.name}
          <span className={styles.now}>{WORST_CASE.all}</span>{' '}
          <span className={classNames(styles.loss, tone !== 'calm' && styles[tone])}>{figure}</span>
          {of !== null && ` of ${of}`} USDC
          <span className="visually-hidden">. {explanation}</span>
        </button>
      </Tooltip>
    </div>
  )
}

interface WorstCaseFigures {
  /** Null while it is not known; `why` says why. */
  readonly loss: Money | null
  readonly why: string | null
  /** The trader's limit; null holds none. */
  readonly limit: Money | null
}

interface WorstCaseText {
  /** Whole USDC, never too little: `1,235`, or a dash while it is not known. */
  readonly figure: string
  /** The limit, null where none is set. */
  readonly of: string | null
  /** `warn`: four fifths of the limit are reached. `bad`: the limit is reached. */
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly explanation: string
}

/** From this part of the limit on, the figure is colored. */
const NEAR = '0.8' as Decimal

function worstCaseText({ loss, why, limit }: WorstCaseFigures): WorstCaseText {
  const of = limit === null ? null : grouped(limit)
  if (loss === null) {
    const held = limit === null ? '' : ` ${WORST_CASE.refused}`
    return { figure: '—', of, tone: 'calm', explanation: `${why ?? WORST_CASE.unknown}${held} ${WORST_CASE.press}` }
  }
  const figure = grouped(toPlaces(loss, 0, 'up'))
  if (limit === null || compare(loss, multiply(limit, NEAR)) < 0) {
    return { figure, of, tone: 'calm', explanation: WORST_CASE.explained }
  }
  if (compare(loss, limit) < 0)
    return { figure, of, tone: 'warn', explanation: `${WORST_CASE.near}. ${WORST_CASE.explained}` }
  const at = compare(loss, limit) === 0 ? WORST_CASE.at : WORST_CASE.beyond
  return { figure, of, tone: 'bad', explanation: `${at}: what makes it larger is refused. ${WORST_CASE.explained}` }
}
