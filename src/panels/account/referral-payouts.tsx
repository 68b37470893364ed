/** What was paid for those who came by the trader's code, page by page. */
import { type ReactNode, useState } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import type { ReferralPayouts as Page } from '../../../contract/referrals.ts'
import { momentText } from '../../format/index.ts'
import { useReferralPayouts } from '../../queries/index.ts'
import { Button, Figure } from '../../ui/index.ts'
import styles from './account.module.css'
import { ToldRead } from './told-read.tsx'

const LIMIT = 10

export function ReferralPayouts(): ReactNode {
  const [offset, setOffset] = useState(0)
  const read = useReferralPayouts(LIMIT, offset)
  return (
    <>
      <h4>Payouts</h4>
      <ToldRead read={read} what="Payouts">
        {(page) => <PayoutPage page={page} offset={offset} onOffset={setOffset} onAgain={() => void read.refetch()} />}
      </ToldRead>
    </>
  )
}

interface PayoutPageProps {
  readonly page: Page
  readonly offset: number
  readonly onOffset: (offset: number) => void
  readonly onAgain: () => void
}

function PayoutPage({ page: { rows, total }, offset, onOffset, onAgain }: PayoutPageProps): ReactNode {
  const more = total === null ? rows.length === LIMIT : offset + rows.length < total
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles.detail}>{offset === 0 ? 'Nothing was paid yet.' : 'There are no more.'}</p>
      ) : (
        <table className={styles.payouts} aria-label="Payouts">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">From</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, from, amount, currency }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place of the page
              <tr key={index}>
                <td>{time === null ? '—' : momentText(time)}</td>
                <td title={from ?? undefined}>{from === null ? '—' : shortAddress(from)}</td>
                <td>
                  <Figure value={amount} unit={currency ?? undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - LIMIT))}>
          Newer payouts
        </Button>
        <Button size="small" disabled={!more} onClick={() => onOffset(offset + LIMIT)}>
          Older payouts
        </Button>
        <Button size="small" variant="bare" onClick={onAgain}>
          Refresh payouts
        </Button>
        {rows.length > 0 && (
          <small className={styles.detail}>
            {offset + 1} to {offset + rows.length} of {total ?? 'a number that is not told'}
          </small>
        )}
      </div>
    </>
  )
}
