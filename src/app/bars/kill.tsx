/**
 * The dialog of a kill: its effects, and what happens to positions; afterwards, the parts that failed. While the deployment is killed, also its name to
 * type, which lifts the kill.
 */

import { type ReactNode, useRef, useState } from 'react'
import { create } from 'zustand'
import { signOf } from '../../../contract/decimal.ts'
import { type KillPositions, type KillReport, killedText } from '../../../contract/flatten.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { counted, plural } from '../../../contract/plural.ts'
import { closeDistanceText } from '../../../contract/protection.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { timeText, zoneText } from '../../format/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { FlattenLines, isUnfinished } from '../../positions/index.ts'
import { useAccount, useAssets, useCloseDistances, useOpenOrders } from '../../queries/index.ts'
import { Banner, Button, Dialog, Segmented } from '../../ui/index.ts'
import styles from './kill.module.css'
import { MESSAGES } from './messages.ts'
import { TypedAnswer } from './typed-answer.tsx'

const useStore = create<{ readonly isAsked: boolean }>(() => ({ isAsked: false }))

/** Opens the confirmation; kills nothing yet. */
export const askKill = (): void => useStore.setState({ isAsked: true })
/** Closes the confirmation that the button, the key, the palette or a menu opened in this window. */
const dropKill = (): void => useStore.setState({ isAsked: false })

interface KillFacts {
  readonly profile: string
  readonly positions: KillPositions
  /** Number of positions and resting orders; null while unknown. */
  readonly held: number | null
  readonly resting: number | null
}

function restingLine(count: number | null): string {
  if (count === null) return 'Every resting order is canceled.'
  if (count === 0) return COMMON.noOpenOrders
  return plural(count, '1 resting order is canceled.', `${count} resting orders are canceled.`)
}

function positionsLine(count: number | null, positions: KillPositions): string {
  if (count === 0) return COMMON.noOpenPositions
  if (positions === 'leave') {
    return count === null ? 'Every position stays.' : plural(count, '1 position stays.', `${count} positions stay.`)
  }
  if (count === null) return 'Every position is closed at market.'
  return plural(count, '1 position is closed at market.', `${count} positions are closed at market.`)
}

/** The effects of a kill, line by line. */
export function killLines({ profile, positions, held, resting }: KillFacts): readonly string[] {
  return [
    `No window can open or add to a position on ${profile} until you type the deployment name and confirm in a system dialog. This survives a restart.`,
    'Scales, slices, moves and reversals pause or stop.',
    restingLine(resting),
    positionsLine(held, positions),
  ]
}

const POSITIONS = [
  { value: 'leave', label: 'Leave positions' },
  { value: 'flatten', label: 'Close positions' },
] as const

export function KillDialog(): ReactNode {
  return useStore(({ isAsked }) => isAsked) ? <Ask /> : null
}

type State =
  | { readonly at: 'asked' }
  | { readonly at: 'busy' }
  | { readonly at: 'failed'; readonly text: string }
  | { readonly at: 'unfinished'; readonly report: KillReport }

/** Whether any part must be finished manually. */
const isLeft = ({ failure, flattened, cancelled }: KillReport): boolean =>
  failure !== null || (flattened !== null && isUnfinished(flattened)) || (cancelled?.unknown.length ?? 0) > 0

function Ask(): ReactNode {
  const call = useCall()
  const profile = useTopicValue({ kind: 'kill' }, (kill) => kill.profile) ?? 'this deployment'
  const isKilled = useTopicValue({ kind: 'kill' }, (kill) => kill.isKilled) === true
  const held = useAccount().data?.positions.filter(({ size }) => signOf(size) !== 0).length ?? null
  const resting = useOpenOrders().data?.length ?? null
  const closes = useCloseDistances()
  // Read while the kill is under way: its report names markets.
  const names = useAssets()
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
        (error: unknown) => setState({ at: 'failed', text: errorText(error) }),
      )
      .finally(() => {
        request.current = null
      })
      .catch(() => undefined)
  }
  const isOver = state.at === 'unfinished'
  const within = `Scalar: ${closeDistanceText(scalar, 'scalar')}; binary: ${closeDistanceText(binary, 'binary')}; shares: ${closeDistanceText(outcome, 'outcome')}.`
  return (
    <Dialog
      title={isKilled ? `Trading on ${profile} is stopped` : `Stop trading on ${profile}?`}
      onClose={dropKill}
      isWide={isKilled}
      onSubmit={isOver ? dropKill : kill}
      actions={
        <>
          {!isOver && <Button onClick={dropKill}>Cancel</Button>}
          <Button type="submit" variant={isOver ? 'primary' : 'danger'} disabled={state.at === 'busy'}>
            {isOver ? 'Close' : state.at === 'busy' ? 'Stopping…' : isKilled ? 'Kill again' : 'Kill'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {isOver ? (
          <Left report={state.report} names={names} />
        ) : (
          <>
            <Lift />
            <ul className={styles.lines} aria-label="Actions">
              {killLines({ profile, positions, held, resting }).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Segmented label="Positions" options={POSITIONS} value={positions} onChange={setPositions} />
            <p className={styles.note}>{positions === 'flatten' ? within : 'Stops and exits stay active.'}</p>
          </>
        )}
        {state.at === 'failed' && <Banner tone="error">{state.text}</Banner>}
      </div>
    </Dialog>
  )
}

interface LeftProps {
  readonly report: KillReport
  readonly names: ReturnType<typeof useAssets>
}

function Left({ report, names }: LeftProps): ReactNode {
  const { failure, flattened, cancelled } = report
  return (
    <Banner tone="error" title="Trading is stopped, but not everything completed.">
      {failure !== null && `${failure} Check open orders and positions.`}
      {flattened !== null && <FlattenLines report={flattened} names={names} />}
      {cancelled !== null &&
        cancelled.unknown.length > 0 &&
        `${counted(cancelled.unknown.length, 'order', 'orders')} already sent, result unknown. Check open orders.`}
    </Banner>
  )
}

/** Why only closing orders go out, and the field that lifts the kill. */
function Lift(): ReactNode {
  const call = useCall()
  const kill = useTopic({ kind: 'kill' })
  if (kill?.isKilled !== true) return null
  return (
    <section aria-label={MESSAGES.killed}>
      <TypedAnswer
        expected={kill.profile}
        verb={MESSAGES.liftKill}
        onAnswer={(name) => call('liftKill', { name }).then(dropKill)}
      >
        {killedText(kill)}
        {kill.at !== null && ` Since ${timeText(kill.at)} ${zoneText(kill.at)}.`}
      </TypedAnswer>
    </section>
  )
}
