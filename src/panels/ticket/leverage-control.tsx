/** Shows the leverage that margin is calculated with, and sets another. */

import { type ReactNode, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { sideHeld } from '../../../contract/family-rules.ts'
import { grouped } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { type LeverageChange, leverageChange } from '../../markets/scalar/index.ts'
import { EstimateTable } from '../../orders/index.ts'
import { useAccount } from '../../queries/index.ts'
import { leverageSet, useSubmission, useSubmittedAction } from '../../trade-forms/index.ts'
import { Banner, Button, Dialog, Menu } from '../../ui/index.ts'
import { useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

/** Leverages that the ticket offers. */
const STEPS = [1, 2, 3, 5, 10, 15, 20, 25, 40, 50, 100]

/** The choices up to a market's maximum; both the maximum and the current one are always included. */
export const leverageChoices = (max: number, present: number): readonly number[] =>
  [...new Set([...STEPS.filter((step) => step < max), max, present])].sort((a, b) => a - b)

/** The leverage of a market as its menu's label; an unreported leverage is shown as the maximum until the trader chooses. */
export const leverageText = (leverage: number, known: boolean): string =>
  known ? `Isolated ${leverage}×` : `${leverage}× market maximum`

/** Above the choices while the leverage is unreported. */
export const LEVERAGE_NOT_REPORTED = 'Not reported by the venue: market maximum assumed'

interface LeverageDialogProps {
  readonly asset: string
  readonly position: Position
  readonly present: number
  readonly to: number
  readonly change: LeverageChange
  /** Why it cannot be signed now; null where it can. */
  readonly impossible: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before another leverage is signed for an open position: its margin, liquidation and worst case before and after. */
function LeverageDialog(props: LeverageDialogProps): ReactNode {
  const { asset, position, present, to, change, impossible, onConfirm, onClose } = props
  const [seen, setSeen] = useState(position)
  const isSame = seen.size === position.size && seen.entryPx === position.entryPx && seen.margin === position.margin
  const way = sideHeld(position)
  return (
    <Dialog
      title={MESSAGES.changeLeverage(asset, present, to)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={impossible !== null}
            onClick={() => {
              // The change applies to what was shown: a position that changed in the meantime is shown first.
              if (isSame) onConfirm()
              else setSeen(position)
            }}
          >
            {isSame ? `Set ${to}×` : `Position changed: check, then set ${to}×`}
          </Button>
        </>
      }
    >
      <p>
        Applies to your {way} {grouped(trimZeros(absolute(position.size)))}. Setting it signs and sends the change and
        moves margin at once, also for resting orders.
      </p>
      <EstimateTable
        label="Before and after"
        corner="Position"
        rows={change.rows}
        columns={[
          { id: 'now', head: `Now, ${present}×`, tone: null, figures: change.now },
          { id: 'after', head: `At ${to}×`, tone: null, figures: change.after },
        ]}
        marksDifferences
      />
      {(impossible ?? change.warning) !== null && <Banner tone="warning">{impossible ?? change.warning}</Banner>}
    </Dialog>
  )
}

/** Whether the current leverage is known: from a position, or because it was set here. The service reports it in no other way. */
function useLeverageKnown(asset: string): boolean {
  const positions = useAccount().data?.positions
  const wasSet = useTopicValue({ kind: 'actions' }, (actions) => leverageSet(actions, asset) !== null) === true
  return wasSet || positions?.some((one) => one.asset === asset && one.leverage !== null) === true
}

export function LeverageControl({ ticket }: { ticket: Ticket }): ReactNode {
  const { submission, press } = useSubmission()
  const action = useSubmittedAction(submission)
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
  /** The leverage to be confirmed for an open position. */
  const [requests, setAsked] = useState<number | null>(null)
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
          ...(known ? {} : { section: LEVERAGE_NOT_REPORTED }),
          selected: choice === leverage,
          disabled: pending,
          // A change moves the margin of the position, which has to be known first.
          ...(account === undefined ? { impossible: 'Position not loaded yet' } : {}),
          onAction: () => choose(choice),
        }))}
      >
        {pending && wanted !== null ? `${leverage}× → ${wanted}×…` : shown} <span aria-hidden>▾</span>
      </Menu>
      {requests !== null && position !== null && (
        <LeverageDialog
          {...{ asset, position }}
          present={position.leverage ?? leverage}
          to={requests}
          change={leverageChange(position, position.leverage ?? leverage, requests, {
            maxLeverage: market.maxLeverage,
            tickSize: market.tickSize,
            mark: ticket.ticker?.mark ?? position.markPx,
            available: account?.money.available ?? null,
            unit,
          })}
          impossible={pending ? 'A leverage change is in progress.' : null}
          onConfirm={() => {
            setAsked(null)
            press({ kind: 'leverage', asset, leverage: requests }, 1)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
