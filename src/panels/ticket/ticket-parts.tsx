/** Parts of the ticket beside its order: who signs it, and its result at a settlement of the trader's choice. */

import { type ReactNode, useId, useMemo } from 'react'
import { type Address, shortAddress } from '../../../contract/address.ts'
import { type Money, padTo, signOf } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { NONE } from '../../format/index.ts'
import { classNames, Figure, Segmented } from '../../ui/index.ts'
import { useChangeDraft, useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import settleStyles from './settle-row.module.css'
import styles from './ticket.module.css'
import type { Ticket } from './use-ticket.ts'

interface SettleRowProps {
  readonly summary: Ticket['summary']
  readonly settleText: string
  readonly onSettleText: (text: string) => void
  /** Decimals of the market's marks. */
  readonly places: number
}

/** The last row of the figures: the result at a settlement of the trader's choice. */
export function SettleRow({ summary, settleText, onSettleText, places }: SettleRowProps): ReactNode {
  const id = useId()
  const { settle, settleIssue, buy, sell } = summary
  return (
    <tr className={settleStyles.row}>
      <th scope="row">
        <label htmlFor={id} className={settleStyles.prose}>
          <span>{MESSAGES.ifItSettles}</span> <span aria-hidden>Settles</span>
        </label>
        <span className={classNames(settleStyles.settle, settleIssue !== null && settleStyles.wrong)}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={settleText}
            placeholder={settle === null ? '' : padTo(settle.temperature, places)}
            aria-invalid={settleIssue !== null}
            aria-describedby={settleIssue === null ? undefined : `${id}-error`}
            onChange={(event) => onSettleText(event.currentTarget.value)}
          />
          °F
        </span>
      </th>
      {settleIssue === null ? (
        [buy, sell].map(({ side, figures }) => (
          <td key={side}>
            <Result value={figures?.settled ?? null} />
          </td>
        ))
      ) : (
        // In place of the missing results: a line of its own would push Buy and Sell down.
        <td colSpan={2} id={`${id}-error`} className={settleStyles.error} title={settleIssue}>
          {settleIssue}
        </td>
      )}
    </tr>
  )
}

function Result({ value }: { value: Money | null }): ReactNode {
  if (value === null) return <span className={settleStyles.none}>{NONE}</span>
  return (
    <Figure value={value} places="money" sign="gain" className={signOf(value) === 0 ? settleStyles.none : undefined} />
  )
}

/** The signer of the order: the agent after a prepare, or the trader's own wallet directly. Collapsed by default. */
export function SignerChoice({ ticket: { session } }: { ticket: Ticket }): ReactNode {
  const { signer } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const feature = session?.features.directOrder
  const off = feature === undefined ? COMMON.sessionAwaited : feature.on ? null : feature.reason
  const isOff = off !== null
  const options = useMemo(
    () =>
      [
        { value: 'agent', label: MESSAGES.signers.agent },
        { value: 'wallet', label: MESSAGES.signers.wallet, disabled: isOff },
      ] as const,
    [isOff],
  )
  const wallet = session?.walletKey ?? null
  const agent = session?.agent.state === 'approved' ? session.agent.address : null
  const text = signerText(off === null ? signer : 'agent', { off, wallet, agent })
  return (
    <details className={styles.advanced} open={signer === 'wallet' || undefined}>
      <summary>Advanced</summary>
      <div className={styles.signer}>
        <Segmented
          label={MESSAGES.signWith}
          options={options}
          value={off === null ? signer : 'agent'}
          onChange={(next) => change({ signer: next })}
        />
        <p className={styles.note}>{text}</p>
      </div>
    </details>
  )
}

/** The label of the chosen signer, and why the other one is unavailable. */
export function signerText(
  signer: 'agent' | 'wallet',
  known: { readonly off: string | null; readonly wallet: Address | null; readonly agent: Address | null },
): string {
  const { off, wallet, agent } = known
  if (signer === 'wallet') {
    return wallet === null
      ? 'No wallet key: your browser wallet signs each order.'
      : `Wallet ${shortAddress(wallet)} signs the order.`
  }
  return [
    agent === null
      ? "The agent signs the venue's prepared action after it is checked."
      : `Agent ${shortAddress(agent)} signs the venue's prepared action after it is checked.`,
    ...(off === null ? [] : [`Your wallet cannot sign: ${off}`]),
  ].join(' ')
}
