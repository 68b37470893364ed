/** The sheet: each limit with how it is set, what was tried, what came of it, and whether it holds. */
import type { ReactNode } from 'react'
import {
  type LimitsTestRow,
  type LimitsTestSheet,
  type LimitsTestTry,
  type LimitsTestVerdict,
  limitsTestSummary,
  MEANT_WORDS,
  VERDICT_WORDS,
} from '../../contract/limits-test.ts'
import { momentText, NONE } from '../format/index.ts'
import { Banner, classNames } from '../ui/index.ts'
import styles from './limits-test.module.css'

/** Beside the word, so that no result is told by colour alone. */
const SIGNS: { readonly [Verdict in LimitsTestVerdict]: string } = {
  passed: '✓',
  failed: '✕',
  off: '–',
  not_playable: '?',
}

const NOT_TRIED = 'What is not tried is not known to hold: its row says why.'

export function Sheet({ sheet }: { readonly sheet: LimitsTestSheet }): ReactNode {
  const { deployment, at, version, rows } = sheet
  const failed = rows.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name)
  const hasUntried = rows.some(({ verdict }) => verdict === 'not_playable')
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <h2 className={styles.onPaper}>Test of limits</h2>
        <p className={styles.sum}>{limitsTestSummary(rows)}</p>
        <p>
          Limits of {deployment}, as set at {momentText(at)}. Isotherm {version}, on a practice venue of its own.
        </p>
      </div>
      {failed.length > 0 && (
        <Banner tone="error" title={`Not held: ${failed.join(', ')}.`}>
          Do not rely on it, whatever it is set to.
        </Banner>
      )}
      <Rows rows={rows} />
      {hasUntried && <p className={styles.foot}>{NOT_TRIED}</p>}
    </div>
  )
}

/** Those that are finished, in their order. */
export function Rows({ rows }: { readonly rows: readonly LimitsTestRow[] }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col">Set to</th>
          <th scope="col">Result</th>
          <th scope="col">What was tried, and what came of it</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.subject} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { name, value, verdict, tries, note } }: { readonly row: LimitsTestRow }): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.value}>{value ?? NONE}</td>
      <td className={classNames(styles.verdict, styles[verdict])}>
        <span aria-hidden>{SIGNS[verdict]} </span>
        {VERDICT_WORDS[verdict]}
      </td>
      <td>
        {tries.length > 0 && (
          <ul className={styles.tries}>
            {tries.map((one) => (
              <Tried key={one.asked} one={one} />
            ))}
          </ul>
        )}
        {note !== null && <p className={styles.note}>{note}</p>}
      </td>
    </tr>
  )
}

function Tried({ one: { asked, meant, came, isRight } }: { readonly one: LimitsTestTry }): ReactNode {
  return (
    <li className={isRight ? undefined : styles.wrong}>
      <span className={styles.asked}>
        {MEANT_WORDS[meant]}: {asked}.
      </span>{' '}
      {came}
    </li>
  )
}
