/** A position that ended without the trader's hand: greyed, with what became of it, until it is put away. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { timeText, zoneText } from '../../format/index.ts'
import { Below, Button, DetailRow, useGone } from '../../ui/index.ts'
import type { EndedLine, PositionLine } from './position-lines.ts'
import styles from './positions.module.css'

interface Ended {
  readonly words: string
  readonly title: string
  readonly putAway: () => void
}

const EndedContext = createContext<Ended | null>(null)

export function EndedProvider({ row, children }: { row: PositionLine; children: ReactNode }): ReactNode {
  return row.kind === 'open' ? children : <Provider line={row}>{children}</Provider>
}

function Provider({ line: { ending }, children }: { line: EndedLine; children: ReactNode }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const { id, words, at } = ending
  const putAway = (): void => {
    call('putAwayEnding', { id }).catch((error: unknown) => setIssue(wordsOf(error)))
  }
  return (
    <EndedContext
      value={{
        words: issue ?? words,
        title: `${words}; ${timeText(at)} ${zoneText(at)}, by the service's clock`,
        putAway,
      }}
    >
      {children}
    </EndedContext>
  )
}

const Told = (): ReactNode => {
  const ended = useContext(EndedContext)
  return (
    <span className={styles.told} title={ended?.title}>
      {ended?.words}
    </span>
  )
}

/** Over the columns after market, side and size. */
export function EndedText({ row: { spec, ...row } }: { row: PositionLine }): ReactNode {
  const ended = useContext(EndedContext)
  const isBelow = useGone('buttons')
  const name = row.kind === 'ended' && spec.market === spec.asset ? row.ending.name : spec.market
  return (
    <div className={styles.end}>
      {!isBelow && <Told />}
      <Button size="small" aria-label={`Put ${name} away`} onClick={() => ended?.putAway()}>
        Put away
      </Button>
    </div>
  )
}

/** Below the row, where it has no room for words. */
export const EndedDetail = (): ReactNode => (
  <Below column="buttons">
    <DetailRow>
      <Told />
    </DetailRow>
  </Below>
)
