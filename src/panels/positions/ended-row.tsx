/** A position that ended without the trader's hand: greyed, with what became of it, until it is put away. */
import { type ReactNode, useState } from 'react'
import { absolute, trimZeros } from '../../../contract/decimal.ts'
import type { Ending } from '../../../contract/ending.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { grouped, timeText, zoneText } from '../../format/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { Button, Cell, useGone } from '../../ui/index.ts'
import { sideOf } from './position-side.ts'
import styles from './positions.module.css'

interface EndedRowProps {
  readonly ending: Ending
  readonly spec: AssetSpec
}

/** Market, side, size. */
const COLUMNS_BEFORE = 3
/** Columns between the size and the buttons, by the names under which they give way; the result has none. */
const BETWEEN = ['entry', 'mark', 'value', 'liquidation', 'settled'] as const

export function EndedRow({ ending, spec }: EndedRowProps): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const gone = BETWEEN.map(useGone)
  const isBelow = useGone('buttons')
  const { id, asset, size, words, at } = ending
  const name = spec.market === asset ? ending.name : spec.market
  const putAway = (): void => {
    call('putAwayEnding', { id }).catch((error: unknown) => setIssue(wordsOf(error)))
  }
  const columns = 1 + gone.filter((isGone) => !isGone).length + (isBelow ? 0 : 1)
  const told = (
    <span className={styles.told} title={`${words}; ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
      {issue ?? words}
    </span>
  )
  return (
    <>
      <tr className={styles.ended}>
        <Cell>
          <span className={styles.market} title={name}>
            {name}
          </span>
        </Cell>
        <Cell>{sideOf(ending, spec)}</Cell>
        <Cell numeric>{grouped(trimZeros(absolute(size)))}</Cell>
        <td colSpan={columns}>
          <div className={styles.end}>
            {!isBelow && told}
            <Button size="small" aria-label={`Put ${name} away`} onClick={putAway}>
              Put away
            </Button>
          </div>
        </td>
      </tr>
      {isBelow && (
        <tr className={styles.ended}>
          <td colSpan={columns + COLUMNS_BEFORE} className={styles.setting}>
            {told}
          </td>
        </tr>
      )}
    </>
  )
}
