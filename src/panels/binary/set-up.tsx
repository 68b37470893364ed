/** Leverage 2, without which no binary contract can be bought: whether it is known to be set, and setting it by itself. */
import type { ReactNode } from 'react'
import { type ActionRecord, isFinal } from '../../../contract/action.ts'
import { BINARY_LEVERAGE, type BinaryView } from '../../../contract/binary.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { FollowLine } from '../../orders/index.ts'
import { useAccount } from '../../queries/index.ts'
import { binarySetUp, useFollowedAction, useSubmission } from '../../trade-forms/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './binary.module.css'
import { MESSAGES } from './messages.ts'

/**
 * Whether leverage 2 is known to be set.
 * @param last the last prediction of the form: where the service wanted the leverage all the same, it is not
 */
export function useIsSetUp(view: BinaryView, last?: ActionRecord): boolean {
  const told = useTopicValue({ kind: 'actions' }, binarySetUp) === true
  const positions = useAccount().data?.positions ?? []
  if (last?.state === 'refused' && last.code === 'leverage_must_be_2') return false
  const assets = view.markets.map(({ asset }) => asset)
  return told || positions.some(({ asset, leverage }) => assets.includes(asset) && leverage === BINARY_LEVERAGE)
}

export function SetUp({ view, disabled }: { view: BinaryView; disabled: boolean }): ReactNode {
  const sender = useSubmission()
  const action = useFollowedAction(sender.submission)
  if (useIsSetUp(view)) {
    return (
      <div className={styles.setUp}>
        <p className={styles.note}>Leverage {BINARY_LEVERAGE} is set up: contracts take half their cost as margin.</p>
      </div>
    )
  }
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  return (
    <div className={styles.setUp}>
      <p className={styles.note}>
        Binary contracts trade at leverage {BINARY_LEVERAGE} only. It takes a signature of its own before the service
        estimates: the first prediction asks about it, or set it up now.
      </p>
      <Button
        size="small"
        disabled={disabled || busy}
        aria-busy={busy}
        onClick={(event) => sender.press({ kind: 'binary_setup' }, event.detail)}
      >
        {busy ? MESSAGES.settingUp : MESSAGES.setUp(BINARY_LEVERAGE)}
      </Button>
      {sender.submission.state !== 'idle' && <FollowLine sender={sender} />}
    </div>
  )
}
