/** The result of a form's last submission, below its buttons: refusals in the message of whoever refused it. */
import type { ReactNode } from 'react'
import { type ActionRecord, isDiscarded } from '../../contract/action.ts'
import { signOf } from '../../contract/decimal.ts'
import { overridable } from '../../contract/limits.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { timeText } from '../format/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAccount, useAssets } from '../queries/index.ts'
import {
  closedSince,
  endedBadly,
  type ReasonNotice,
  type Sender,
  stateLine,
  stateTone,
  thenText,
  timeOf,
  useStatement,
  type Way,
} from '../trade-forms/index.ts'
import { Button, classNames, MoreText } from '../ui/index.ts'
import styles from './follow-line.module.css'

const NONE: readonly PositionClose[] = []
const ENDED_BADLY = ['refused', 'rejected', 'expired']

export interface FollowLineProps {
  readonly sender: Sender
  /** All typed and chosen inputs, including the market, as one text: the statement disappears when it changes. */
  readonly draft?: string
  /** The traded market: a statement about a position disappears with the position. */
  readonly asset?: string
  /** Issues of the current draft, or of the prices: shown where there is no result, or where it contains a question. */
  readonly notice?: ReasonNotice | null
  /** Why an answer was refused; null where it was accepted. */
  readonly failure?: string | null
  /** Shown before anything was sent. */
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
  const endOf = (one: ActionRecord | undefined): PositionClose | null => closedSince(one, endings)
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
        {notice.text}
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
          Send anyway…
        </Button>
      )}
      <time className={styles.time}>{timeText(timeOf(action))}</time>{' '}
      {/* The limit's message decides, so it comes first where space is short. */}
      {anyway && <span>{action.message} </span>}
      <span>{stateLine(action, assets)}</span>
      {!anyway && ENDED_BADLY.includes(action.state) && action.message !== null && <span>. {action.message}</span>}
    </p>
  )
}

/** Whether it was refused by one of the trader's own limits that a single order may exceed; main decides. */
const mayGoAnyway = ({ state, code, held }: ActionRecord): boolean =>
  state === 'refused' && held === undefined && overridable(code) !== null

/** The direction of the position in the asset; null while unknown. */
function useWay(asset: string | undefined): Way | null {
  const account = useAccount().data
  if (asset === undefined || account === undefined) return null
  const size = account.positions.find((position) => position.asset === asset)?.size
  return size === undefined ? 0 : signOf(size)
}
