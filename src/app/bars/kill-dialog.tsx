/** The question before a kill: what it does, and what becomes of positions. Then what of it could not be done. */

import { type ReactNode, useRef, useState } from 'react'
import { signOf } from '../../../contract/decimal.ts'
import type { KillPositions, KillReport } from '../../../contract/flatten.ts'
import { closeDistanceText } from '../../../contract/protection.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { FlattenLines, isUnfinished } from '../../positions/index.ts'
import { useAccount, useAssets, useCloseDistances, useOpenOrders } from '../../queries/index.ts'
import { Banner, Button, Dialog, Segmented } from '../../ui/index.ts'
import { dropKill, useKillAsked } from './kill-asked.ts'
import styles from './kill-dialog.module.css'
import { killLines } from './kill-lines.ts'

const POSITIONS = [
  { value: 'leave', label: 'Leave positions' },
  { value: 'flatten', label: 'Close positions' },
] as const

export function KillDialog(): ReactNode {
  return useKillAsked() ? <Ask /> : null
}

type State =
  | { readonly at: 'asked' }
  | { readonly at: 'busy' }
  | { readonly at: 'failed'; readonly words: string }
  | { readonly at: 'unfinished'; readonly report: KillReport }

/** Whether anything of it is left to be done by hand. */
const isLeft = ({ failure, flattened, cancelled }: KillReport): boolean =>
  failure !== null || (flattened !== null && isUnfinished(flattened)) || (cancelled?.unknown.length ?? 0) > 0

function Ask(): ReactNode {
  const call = useCall()
  const profile = useTopicValue({ kind: 'kill' }, (kill) => kill.profile) ?? 'this deployment'
  const isKilled = useTopicValue({ kind: 'kill' }, (kill) => kill.isKilled) === true
  const held = useAccount().data?.positions.filter(({ size }) => signOf(size) !== 0).length ?? null
  const resting = useOpenOrders().data?.length ?? null
  const closes = useCloseDistances()
  const assets = useAssets()
  const [positions, setPositions] = useState<KillPositions>('leave')
  const [state, setState] = useState<State>({ at: 'asked' })
  const request = useRef<string | null>(null)
  const { scalar, binary, outcome } = closes
  const kill = (): void => {
    if (state.at === 'busy') return
    request.current ??= crypto.randomUUID()
    setState({ at: 'busy' })
    const distances = positions === 'flatten' ? { scalar, probability: binary, outcome } : null
    call('kill', { requestId: request.current, distances })
      .then(
        (report) => (isLeft(report) ? setState({ at: 'unfinished', report }) : dropKill()),
        (error: unknown) => setState({ at: 'failed', words: wordsOf(error) }),
      )
      .finally(() => {
        request.current = null
      })
      .catch(() => undefined)
  }
  const isOver = state.at === 'unfinished'
  const within = `Temperature ${closeDistanceText(scalar, 'scalar')}; contracts ${closeDistanceText(binary, 'binary')}; shares ${closeDistanceText(outcome, 'outcome')}.`
  return (
    <Dialog
      title={isKilled ? `${profile} is killed` : `Kill ${profile}?`}
      onClose={dropKill}
      onSubmit={isOver ? dropKill : kill}
      actions={
        <>
          {!isOver && <Button onClick={dropKill}>Cancel</Button>}
          <Button type="submit" variant={isOver ? 'primary' : 'danger'} disabled={state.at === 'busy'}>
            {isOver ? 'Close' : state.at === 'busy' ? 'Killing…' : isKilled ? 'Kill again' : 'Kill'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {isOver ? (
          <Left report={state.report} names={assets} />
        ) : (
          <>
            <ul className={styles.lines} aria-label="What will be done">
              {killLines({ profile, positions, held, resting }).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Segmented label="Positions" options={POSITIONS} value={positions} onChange={setPositions} />
            <p className={styles.note}>
              {positions === 'flatten' ? within : 'Stops and exits that are set go on closing.'}
            </p>
          </>
        )}
        {state.at === 'failed' && <Banner tone="error">{state.words}</Banner>}
      </div>
    </Dialog>
  )
}

function Left({
  report,
  names,
}: {
  readonly report: KillReport
  readonly names: ReturnType<typeof useAssets>
}): ReactNode {
  const { failure, flattened, cancelled } = report
  return (
    <Banner tone="error" title="It is killed, and not everything is done.">
      {failure !== null && `${failure} Look at open orders and positions yourself.`}
      {flattened !== null && <FlattenLines report={flattened} names={names} />}
      {cancelled !== null &&
        cancelled.unknown.length > 0 &&
        `${cancelled.unknown.length} had left already, and what became of them is not known yet: look at open orders.`}
    </Banner>
  )
}
