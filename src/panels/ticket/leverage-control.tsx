/** Shows the leverage that margin is reckoned with, and sets another. */
import type { ReactNode } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useAccount } from '../../queries/index.ts'
import { leverageSet, useFollowedAction, useSubmission } from '../../trade-forms/index.ts'
import { Menu } from '../../ui/index.ts'
import { leverageChoices } from './leverage-choices.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

/** Whether the leverage in force is known: by a position, or by having been set here. The interface tells it no other way. */
function useLeverageKnown(asset: string): boolean {
  const positions = useAccount().data?.positions
  const wasSet = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset) !== null) === true
  return wasSet || positions?.some((one) => one.asset === asset && one.leverage !== null) === true
}

export function LeverageControl({ ticket }: { ticket: Ticket }): ReactNode {
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const { asset, market, leverage, session } = ticket
  const known = useLeverageKnown(asset)
  const inForce = known ? `Isolated ${leverage}×` : `${leverage}× assumed`
  const shown = known ? (
    <>
      <span className={styles.headWord}>Isolated </span>
      {leverage}×
    </>
  ) : (
    <>
      {leverage}×<span className={styles.headWord}> assumed</span>
    </>
  )
  const feature = session?.features.leverage
  const pending = submission.state === 'sending' || (action !== undefined && !isFinal(action.state))
  const wanted =
    submission.state !== 'idle' && submission.intent.kind === 'leverage' ? submission.intent.leverage : null
  const failure =
    submission.state === 'failed'
      ? submission.message
      : action?.state === 'refused' || action?.state === 'rejected'
        ? action.message
        : null
  if (feature?.on === false) {
    return <span title={feature.reason}>{leverage}×, fixed</span>
  }
  return (
    <>
      {failure !== null && (
        <span className={styles.leverageError} role="alert" title={failure}>
          {failure}
        </span>
      )}
      <Menu
        label={known ? `Leverage: ${inForce}` : `Leverage, isolated: ${inForce}`}
        entries={leverageChoices(market.maxLeverage, leverage).map((choice) => ({
          id: String(choice),
          label: `${choice}×`,
          ...(known ? {} : { section: 'Not told by the service; the highest is assumed' }),
          selected: choice === leverage,
          disabled: pending,
          onAction: () => {
            if (choice !== leverage || !known) press({ kind: 'leverage', asset, leverage: choice }, 1)
          },
        }))}
      >
        {pending && wanted !== null ? `${leverage}× → ${wanted}×…` : shown} <span aria-hidden>▾</span>
      </Menu>
    </>
  )
}
