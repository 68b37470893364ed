/** Shows the leverage that margin is reckoned with, and sets another. */
import type { ReactNode } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { useFollowedAction, useSubmission } from '../../trade-forms/index.ts'
import { Menu } from '../../ui/index.ts'
import { leverageChoices } from './leverage-choices.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

export function LeverageControl({ ticket }: { ticket: Ticket }): ReactNode {
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const { asset, market, leverage, session } = ticket
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
        label={`Leverage, isolated ${leverage}×`}
        entries={leverageChoices(market.maxLeverage, leverage).map((choice) => ({
          id: String(choice),
          label: `${choice}×`,
          selected: choice === leverage,
          disabled: pending,
          onAction: () => {
            if (choice !== leverage) press({ kind: 'leverage', asset, leverage: choice }, 1)
          },
        }))}
      >
        {pending && wanted !== null ? `${leverage}× → ${wanted}×…` : `Isolated ${leverage}×`} <span aria-hidden>▾</span>
      </Menu>
    </>
  )
}
