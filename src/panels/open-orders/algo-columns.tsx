/** The columns of scales and slices that this terminal holds. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { algoTitle, progressWords, restsOf, stateWords } from '../../algo/index.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { timeText } from '../../format/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import { Button, classNames, DetailRow, Menu, type TableSpec } from '../../ui/index.ts'
import styles from './open-orders.module.css'

export interface AlgoLine {
  readonly one: AlgoView
  readonly spec: AssetSpec
}

interface Props {
  readonly row: AlgoLine
}

interface Failure {
  /** Why the last press came to nothing. */
  readonly words: string | null
  readonly say: (words: string | null) => void
}
const FailureContext = createContext<Failure>({ words: null, say: () => undefined })

function RowProvider({ children }: Props & { readonly children: ReactNode }): ReactNode {
  const [words, say] = useState<string | null>(null)
  return <FailureContext value={{ words, say }}>{children}</FailureContext>
}

function Detail(): ReactNode {
  const { words } = useContext(FailureContext)
  if (words === null) return null
  return (
    <DetailRow role="alert">
      <span className={styles.down}>{words}</span>
    </DetailRow>
  )
}

const BECAUSE = { market: '', token: ', token', agent: ', agent' } as const
const untilText = ({ one: { until } }: AlgoLine): string =>
  until === null ? '' : `${timeText(until.at)}${BECAUSE[until.because]}`

/** How much of it filled, as a bar under the words. */
function Progress({ row: { one } }: Props): ReactNode {
  const share = Number(one.total) > 0 ? Math.min(1, Number(one.filled) / Number(one.total)) : 0
  return (
    <>
      {progressWords(one)}
      <span className={styles.progress} aria-hidden>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </>
  )
}

const State = ({ row: { one } }: Props): ReactNode => (
  <span
    className={classNames(
      styles.state,
      (one.state === 'paused' || one.waits !== null) && styles.paused,
      (one.state === 'failed' || one.state === 'ended') && styles.down,
    )}
  >
    {stateWords(one)}
  </span>
)

function Buttons({ row: { one } }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(FailureContext)
  const { id, state, resting } = one
  if (isAlgoFinal(state)) return null
  const name = algoTitle(one)
  const answered = (work: Promise<unknown>): void => {
    work.then(
      () => say(null),
      (error: unknown) => say(wordsOf(error)),
    )
  }
  const stop = (cancel: boolean): void => answered(call('stopAlgo', { id, cancel }))
  return (
    <span className={styles.algoButtons}>
      {state === 'working' && (
        <Button size="small" aria-label={`Pause ${name}`} onClick={() => answered(call('pauseAlgo', { id }))}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="small" aria-label={`Have ${name} go on`} onClick={() => answered(call('goOnAlgo', { id }))}>
          Go on
        </Button>
      )}
      {restsOf(one) && state !== 'stopping' ? (
        <Menu
          label={`Stop ${name}`}
          entries={[
            { id: 'cancel', label: `Stop, cancel what rests (${resting.orders})`, onAction: () => stop(true) },
            { id: 'leave', label: `Stop, leave what rests (${resting.orders})`, onAction: () => stop(false) },
          ]}
        >
          Stop
        </Menu>
      ) : (
        <Button
          size="small"
          aria-label={`Stop ${name}`}
          disabled={state === 'stopping'}
          // What is on its way may come to rest meanwhile.
          onClick={() => stop(true)}
        >
          Stop
        </Button>
      )}
    </span>
  )
}

export const ALGOS: TableSpec<AlgoLine> = {
  columns: [
    {
      id: 'time',
      title: 'Time',
      least: 62,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{timeText(row.one.at)}</span>,
      text: ({ one }) => timeText(one.at),
      csv: ({ one }) => new Date(one.at).toISOString(),
      sort: { by: 'count', of: ({ one }) => one.at },
    },
    {
      id: 'market',
      title: 'Market',
      least: 60,
      fit: 'content',
      stays: true,
      Cell: ({ row }) => row.spec.name,
      text: ({ spec }) => spec.name,
      sort: { by: 'text', of: ({ one }) => one.asset },
    },
    {
      id: 'kind',
      title: 'Order',
      least: 90,
      fit: 'content',
      stays: true,
      Cell: ({ row: { one } }) => (
        <>
          <span className={styles.own} aria-hidden />
          {algoTitle(one)}
        </>
      ),
      text: ({ one }) => algoTitle(one),
      sort: { by: 'text', of: ({ one }) => algoTitle(one) },
    },
    {
      id: 'progress',
      title: 'Progress',
      least: 110,
      fit: 'content',
      stays: true,
      Cell: Progress,
      text: ({ one }) => progressWords(one),
    },
    {
      id: 'state',
      title: 'State',
      least: 96,
      fit: 'wrap',
      stays: true,
      Cell: State,
      text: ({ one }) => stateWords(one),
      sort: { by: 'text', of: ({ one }) => one.state },
    },
    {
      id: 'until',
      title: 'Sends until',
      explanation: 'The final window or the expiry, or the end of the access token or the agent before that',
      least: 62,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{untilText(row)}</span>,
      text: untilText,
    },
    {
      id: 'buttons',
      title: 'Pause and stop',
      isTitleHidden: true,
      isNumeric: true,
      least: 96,
      fit: 'content',
      isTight: true,
      stays: true,
      Cell: Buttons,
    },
  ],
  idOf: ({ one }) => one.id,
  nameOf: ({ one }) => `${algoTitle(one)}, ${progressWords(one)}`,
  givesWay: ['time', 'until'],
  Provider: RowProvider,
  Detail,
  isEnded: ({ one }) => isAlgoFinal(one.state),
}
