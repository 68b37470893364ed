/** Stops and take-profits that this terminal holds, and those that ended lately. */
import { type ReactNode, useState } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import { padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { atPlaces, temperatureOf, timeText } from '../../format/index.ts'
import type { AssetSpec, Assets } from '../../queries/index.ts'
import { Button, Cell, classNames, GivesWay, HeadCell, Table } from '../../ui/index.ts'
import { type CancelIssue, stateWords } from './conditional-state.ts'
import styles from './open-orders.module.css'

const KIND_WORDS = { stop: 'Stop', take_profit: 'Take-profit' } as const

/** What gives way in a narrow panel, first to last. Market, kind, trigger, state and the button never go. */
const GIVES_WAY = ['degrees', 'time', 'oco', 'then'] as const

export function ConditionalTable({
  conditionals,
  assets,
}: {
  conditionals: readonly ConditionalView[]
  assets: Assets
}): ReactNode {
  if (conditionals.length === 0) return null
  return (
    <div className={styles.held}>
      <p className={styles.heldWords}>
        <strong>Held by this terminal.</strong> These work only while it runs: the service knows nothing of them.
      </p>
      <Table label="Held by this terminal" head={<Head />} givesWay={GIVES_WAY}>
        {conditionals.map((one) => (
          <ConditionalRow key={one.id} one={one} spec={assets.of(one.target.asset)} />
        ))}
      </Table>
    </div>
  )
}

function ConditionalRow({ one, spec }: { one: ConditionalView; spec: AssetSpec }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<CancelIssue | null>(null)
  const { target, kind, position, source, direction, trigger, percent, oco, state, paused } = one
  const places = spec.tickSize === null ? placesOf(trigger) : placesOf(spec.tickSize)
  const price = atPlaces(trigger, places)
  const over = isConditionalFinal(state)
  return (
    <tr className={over ? styles.leaving : undefined}>
      <Cell column="time" className={styles.faint}>
        {timeText(one.createdAt)}
      </Cell>
      <Cell>{target.asset}</Cell>
      <Cell>
        <span className={styles.own} aria-hidden />
        {KIND_WORDS[kind]}
        {oco !== null && (
          <GivesWay column="oco">
            <span className={styles.faint}>, one cancels the other</span>
          </GivesWay>
        )}
      </Cell>
      <Cell numeric>
        {target.family === 'binary' && 'UP '}
        {source} {direction === 'at_or_above' ? '≥' : '≤'} {price}{' '}
        {target.family === 'scalar' && (
          <GivesWay column="degrees">
            <span className={styles.faint}>{temperatureOf(padTo(trigger, places))}</span>
          </GivesWay>
        )}
      </Cell>
      <Cell column="then">
        Close {trimZeros(percent)} % of the{' '}
        {target.family === 'scalar' ? position : position === 'long' ? 'UP' : 'DOWN'}
      </Cell>
      <Cell className={classNames(styles.state, paused !== null && styles.paused, state === 'failed' && styles.down)}>
        {stateWords(one, issue)}
      </Cell>
      <Cell className={styles.cancel}>
        {!over && (
          <Button
            size="small"
            aria-label={`Cancel ${KIND_WORDS[kind].toLowerCase()} at ${price}`}
            disabled={state === 'submitted'}
            onClick={() => {
              call('cancelConditional', { id: one.id }).then(
                () => setIssue(null),
                (error: unknown) => setIssue({ words: wordsOf(error), state }),
              )
            }}
          >
            Cancel
          </Button>
        )}
      </Cell>
    </tr>
  )
}

const Head = (): ReactNode => (
  <>
    <HeadCell column="time">Time</HeadCell>
    <HeadCell>Market</HeadCell>
    <HeadCell>Kind</HeadCell>
    <HeadCell numeric>Trigger</HeadCell>
    <HeadCell column="then">Then</HeadCell>
    <HeadCell>State</HeadCell>
    <HeadCell>
      <span className="visually-hidden">Cancel</span>
    </HeadCell>
  </>
)
