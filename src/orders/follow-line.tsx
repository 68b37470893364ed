/** What became of the last thing that a form sent, below its buttons: refusals in the words of whoever refused it. */
import type { ReactNode } from 'react'
import { type ActionRecord, serviceTime } from '../../contract/action.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Ending } from '../../contract/ending.ts'
import { overridable } from '../../contract/limits.ts'
import { timeText } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAccount, useAssets } from '../queries/index.ts'
import {
  endedBadly,
  endingSince,
  isDiscarded,
  type ReasonNotice,
  type Sender,
  stateLine,
  stateTone,
  thenText,
  useStatement,
  type Way,
} from '../trade-forms/index.ts'
import { Button, classNames, MoreText } from '../ui/index.ts'
import styles from './follow-line.module.css'

const NONE: readonly Ending[] = []
const ENDED_BADLY = ['refused', 'rejected', 'expired']

export interface FollowLineProps {
  readonly sender: Sender
  /** Everything that was typed and chosen, the market included, as one text: the statement goes when it changes. */
  readonly draft?: string
  /** The market that is traded: a statement about a position goes with the position. */
  readonly asset?: string
  /** What is wrong with the draft now, or with the prices: stands where nothing is to be said of what was sent, or where it asks. */
  readonly notice?: ReasonNotice | null
  /** Why an answer to what was sent was not taken; null where it was. */
  readonly failure?: string | null
  /** Stands there before anything was sent. */
  readonly children?: ReactNode
}

export function FollowLine({
  sender,
  draft = '',
  asset,
  notice = null,
  failure = null,
  children,
}: FollowLineProps): ReactNode {
  const { submission } = sender
  const endings = useTopic({ kind: 'endings' }) ?? NONE
  const endOf = (one: ActionRecord | undefined): Ending | null => endingSince(one, endings)
  const { action, stands } = useStatement(sender, draft, useWay(asset), (one) => endOf(one) !== null)
  const assets = useAssets()
  if (failure !== null) {
    return (
      <p className={classNames(styles.follow, styles.bad)} role="alert">
        {failure}
      </p>
    )
  }
  if (!stands || notice?.asks === true) {
    return notice === null ? (
      <p className={styles.follow}>{children}</p>
    ) : (
      <p className={classNames(styles.follow, styles[notice.tone])} role={notice.tone === 'bad' ? undefined : 'status'}>
        {notice.words}
        <MoreText rest={notice.rest} />
      </p>
    )
  }
  if (submission.state === 'failed') {
    return (
      <p className={classNames(styles.follow, styles.bad)} role="alert">
        {submission.message}
      </p>
    )
  }
  if (action === undefined) {
    return (
      <p className={styles.follow} role="status">
        Sending…
      </p>
    )
  }
  const bad = ENDED_BADLY.includes(action.state) && !isDiscarded(action)
  const ending = endOf(action)
  const anyway = mayGoAnyway(action)
  if (ending !== null) {
    return (
      <p className={classNames(styles.follow, styles[endedBadly(ending) ? 'bad' : 'neutral'])} role="status">
        <time className={styles.time}>{timeText(timeOf(action))}</time>{' '}
        <span>
          {stateLine(action, assets)}, {thenText(ending)}
        </span>
      </p>
    )
  }
  return (
    <p className={classNames(styles.follow, styles[stateTone(action)])} role={bad ? 'alert' : 'status'}>
      {anyway && (
        <Button
          size="small"
          className={styles.anyway}
          title={action.message ?? undefined}
          onClick={() => sender.pressAnyway(action)}
        >
          Send this one anyway…
        </Button>
      )}
      <time className={styles.time}>{timeText(timeOf(action))}</time>{' '}
      {/* What the limit says is what is decided on: it comes first where there is room for little. */}
      {anyway && <span>{action.message} </span>}
      <span>{stateLine(action, assets)}</span>
      {!anyway && ENDED_BADLY.includes(action.state) && action.message !== null && <span>. {action.message}</span>}
    </p>
  )
}

/** Whether one of the trader's own limits refused it that one order may go beyond; main has the last word. */
const mayGoAnyway = ({ state, code, held }: ActionRecord): boolean =>
  state === 'refused' && held === undefined && overridable(code) !== null

/** When it filled, else when it came to stand as it does; by the service's clock. */
const timeOf = (action: ActionRecord): number => serviceTime(action, action.execution?.at ?? action.updatedAt)

/** Which way the asset is held; null while it is not known. */
function useWay(asset: string | undefined): Way | null {
  const account = useAccount().data
  if (asset === undefined || account === undefined) return null
  const size = account.positions.find((position) => position.asset === asset)?.size
  return size === undefined ? 0 : signOf(size)
}
