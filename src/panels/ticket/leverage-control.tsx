/** Shows the leverage that margin is reckoned with, and sets another. */
import { type ReactNode, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import { signOf } from '../../../contract/decimal.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { leverageChange } from '../../markets/scalar/index.ts'
import { useAccount } from '../../queries/index.ts'
import { leverageSet, useFollowedAction, useSubmission } from '../../trade-forms/index.ts'
import { Menu } from '../../ui/index.ts'
import { useDraft } from '../../workspace/index.ts'
import { LEVERAGE_UNTOLD, leverageChoices, leverageText } from './leverage-choices.ts'
import { LeverageDialog } from './leverage-dialog.tsx'
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
  const inForce = leverageText(leverage, known)
  const shown = known ? (
    <>
      <span className={styles.headWord}>Isolated </span>
      {leverage}×
    </>
  ) : (
    <>
      {leverage}×<span className={styles.headWord}> market maximum</span>
    </>
  )
  const { unit } = useDraft('scalar')
  const account = useAccount().data
  const position = account?.positions.find((one) => one.asset === asset && signOf(one.size) !== 0) ?? null
  /** The leverage that is asked about, of a position that is held. */
  const [asked, setAsked] = useState<number | null>(null)
  const choose = (choice: number): void => {
    if (choice === leverage && known) return
    if (position === null) press({ kind: 'leverage', asset, leverage: choice }, 1)
    else setAsked(choice)
  }
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
          ...(known ? {} : { section: LEVERAGE_UNTOLD }),
          selected: choice === leverage,
          disabled: pending,
          // A change moves the margin of what is held: what that is has to be known first.
          ...(account === undefined ? { impossible: 'Your position is not read yet' } : {}),
          onAction: () => choose(choice),
        }))}
      >
        {pending && wanted !== null ? `${leverage}× → ${wanted}×…` : shown} <span aria-hidden>▾</span>
      </Menu>
      {asked !== null && position !== null && (
        <LeverageDialog
          {...{ asset, position }}
          present={position.leverage ?? leverage}
          to={asked}
          change={leverageChange(position, position.leverage ?? leverage, asked, {
            maxLeverage: market.maxLeverage,
            tickSize: market.tickSize,
            mark: ticket.ticker?.mark ?? position.markPx,
            available: account?.money.available ?? null,
            unit,
          })}
          impossible={pending ? 'Another leverage is being set.' : null}
          onConfirm={() => {
            setAsked(null)
            press({ kind: 'leverage', asset, leverage: asked }, 1)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
