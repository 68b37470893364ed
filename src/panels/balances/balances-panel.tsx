/** The panel "Balances": every class of collateral, the explanation of equity changes, and moving USDH. */

import { type ReactNode, useCallback, useState } from 'react'
import type { AccountView } from '../../../contract/account.ts'
import { type Explained, explained, explainedTogether } from '../../../contract/books/index.ts'
import { EVER, type PeriodInput } from '../../../contract/books-view.ts'
import { COLLATERALS } from '../../../contract/collateral.ts'
import { type Money, negate, type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import type { ClassBalance, CollateralClass, Equity, EquityView } from '../../../contract/equity.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { PeriodChoice, usePeriod } from '../../books/index.ts'
import { MoveUsdh } from '../../collateral.tsx'
import { momentText, moneyUnit, signedMoney, timeText } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import {
  ReadAge,
  ReadStates,
  useAccount,
  useEquityOver,
  useOpenOrders,
  useReadFreshness,
  useSession,
} from '../../queries/index.ts'
import { Button, classNames, EmptyState, Figure, Panel } from '../../ui/index.ts'
import { useEquity } from '../../workspace/index.ts'
import styles from './balances.module.css'
import { MESSAGES } from './messages.ts'

const EXPLAINED: { readonly [C in CollateralClass]: string } = {
  usdc: 'For scalar and binary markets, including unrealized P&L',
  usdh: 'Not in the outcomes balance; can be moved there',
  usdh_outcome: 'For outcome markets; held is reserved by resting buys',
  shares: 'Shares × mark',
}
/** Their names within a sentence. */
const MISSING: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'free USDH',
  usdh_outcome: COMMON.outcomesBalance,
  shares: 'shares',
}

/** The classes of collateral with the free and held amount of each, and the total equity. */
function BalancesTable({ equity, isStale }: { readonly equity: Equity; readonly isStale: boolean }): ReactNode {
  const { classes, total, exitValue, atExit, missing } = equity
  return (
    <>
      <table className={classNames(styles.table, isStale && styles.stale)} aria-label="Balances" data-stale={isStale}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Free</th>
            <th scope="col">Held</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <ClassRow key={one.id} {...one} />
          ))}
          <tr className={styles.aside}>
            <th scope="row" title="Value of all shares at the best bids, before fees. Not part of equity.">
              Shares, at bid
            </th>
            <td />
            <td />
            <Amount value={exitValue} />
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" title={COMMON.usdhCounts}>
              {MESSAGES.equity}
            </th>
            <td />
            <td />
            <Amount value={total} />
          </tr>
          <tr className={styles.aside}>
            <th scope="row" title="Equity with shares at the best bids, before fees.">
              Equity at bid
            </th>
            <td />
            <td />
            <Amount value={atExit} />
          </tr>
        </tfoot>
      </table>
      <p className={styles.prose}>
        {classes.some(({ id }) => id === 'usdh' || id === 'usdh_outcome') && COMMON.usdhCounts}
        {missing.length > 0 &&
          ` Not in equity (not reported by the venue): ${missing.map((one) => MISSING[one]).join(', ')}.`}
      </p>
    </>
  )
}

const ClassRow = ({ id, free, held, total }: ClassBalance): ReactNode => (
  <tr>
    <th scope="row" title={EXPLAINED[id]}>
      {MESSAGES.classes[id]}
    </th>
    {id === 'shares' ? (
      <>
        <td />
        <td />
      </>
    ) : (
      <>
        <Amount value={free} />
        <Amount value={held} />
      </>
    )}
    <Amount value={total} />
  </tr>
)

const Amount = ({ value }: { readonly value: Money | null }): ReactNode => (
  <td>
    <Figure value={value === null ? null : toPlaces(value, 2, 'down')} />
  </td>
)

interface WordsProps {
  readonly view: EquityView
  readonly period: PeriodInput
}

/** The sentence of the reconciliation: the components of the change of equity over a period. */
function Words({ view: { from, latest, changes, openSince }, period }: WordsProps): ReactNode {
  if (from === null || latest === null) return <p className={styles.prose}>{MESSAGES.opening}</p>
  // A past period ends with its last sample.
  const isOver = typeof period !== 'string' && period.to !== EVER
  const whole = explainedTogether(from, latest, changes)
  const parts = COLLATERALS.flatMap((collateral) => {
    const one = explained(from, latest, changes, collateral)
    return one === null ? [] : [{ collateral, one }]
  })
  return (
    <>
      <p className={styles.prose}>
        {whole === null
          ? MESSAGES.notEnough
          : isOver
            ? MESSAGES.changeUntil(momentText(from.at), momentText(latest.at), sentence(whole))
            : MESSAGES.changeSince(momentText(from.at), timeText(latest.at), sentence(whole))}
      </p>
      {parts.length > 1 && (
        <ul className={styles.parts} aria-label="By collateral">
          {parts.map(({ collateral, one }) => (
            <li key={collateral}>
              {collateral}: {sentence(one)}
            </li>
          ))}
        </ul>
      )}
      {openSince !== null && (
        <p className={styles.prose} role="status">
          Since {momentText(openSince)} balances and fills do not match; checking.
        </p>
      )}
    </>
  )
}

/** `+ 212.86 = realised + 466.20, unrealised + 34.93, fees − 88.27, unexplained 0.00` */
function sentence({ change, realised, unrealised, fees, named, covered, unexplained, open }: Explained): string {
  const parts = [
    `realized ${signedMoney(realised)}`,
    `unrealized ${signedMoney(unrealised)}`,
    `fees ${signedMoney(signOf(fees) === 0 ? fees : negate(fees))}`,
    ...named.map(({ as, amount: of }) => MESSAGES.named(as, signedMoney(of))),
    ...(signOf(covered) === 0 ? [] : [`losses covered by the venue ${signedMoney(covered)}`]),
    MESSAGES.unexplained(signedMoney(unexplained)),
    ...(signOf(open) === 0 ? [] : [`checking ${signedMoney(open)}`]),
  ]
  return `${signedMoney(change)} = ${parts.join(', ')}`
}

export function BalancesPanel(): ReactNode {
  const account = useAccount()
  const isSignedIn = useSession()?.identity != null
  const [isMoving, setIsMoving] = useState(false)
  // Only USDH is held in two balances.
  const canMove = moneyUnit('outcome') === 'USDH'
  return (
    <Panel
      title="Balances"
      actions={
        <>
          <ReadAge reads={[account]} what="account" />
          {canMove && (
            <Button variant="bare" size="small" aria-expanded={isMoving} onClick={() => setIsMoving(!isMoving)}>
              {MESSAGES.move}
            </Button>
          )}
        </>
      }
    >
      {isSignedIn ? (
        <ReadStates read={account} what="Balances" skeletonRows={5}>
          {(view) => (
            <div className={styles.body}>
              <Bids coins={coinsOf(view)} known={NO_BIDS}>
                {(bids) => <MoveMoney account={view} bids={bids} />}
              </Bids>
              {canMove && isMoving && (
                <div className={styles.move}>
                  <UnverifiedPrompts only="transfer" />
                  <MoveUsdh usdh={view.money.usdh} />
                </div>
              )}
              <Change />
            </div>
          )}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see your balances.</EmptyState>
      )}
    </Panel>
  )
}

function MoveMoney({ account, bids }: { readonly account: AccountView; readonly bids: Bid }): ReactNode {
  const orders = useOpenOrders()
  const bidOf = useCallback((coin: string) => bids.get(coin) ?? null, [bids])
  const equity = useEquity(account, orders.data ?? null, bidOf)
  const { stale } = useReadFreshness(useAccount())
  return equity === null ? null : <BalancesTable equity={equity} isStale={stale} />
}

/** The explanation of the change of equity, over a selectable period. */
function Change(): ReactNode {
  const period = usePeriod({ fallback: 'day', days: 'shown' })
  return (
    <section className={styles.change} aria-label="Equity change">
      <p className={styles.over}>
        Equity change: <PeriodChoice label="Change over" period={period} />
      </p>
      <ReadStates read={useEquityOver(period.asked)} what="Equity" skeletonRows={2}>
        {(view) => <Words view={view} period={period.asked} />}
      </ReadStates>
    </section>
  )
}

type Bid = ReadonlyMap<string, Price>
const NO_BIDS: Bid = new Map()
const coinsOf = ({ positions }: AccountView): readonly string[] => positions.map(({ asset }) => asset).filter(isCoin)

interface BidsProps {
  readonly coins: readonly string[]
  readonly known: Bid
  readonly children: (bids: Bid) => ReactNode
}

/** The best bids of any number of coins: each recursion level subscribes to one. */
function Bids({ coins: [coin, ...others], known, children }: BidsProps): ReactNode {
  const bid = useTopicValue(coin === undefined ? null : { kind: 'quote', asset: coin }, (quote) => quote.bid) ?? null
  if (coin === undefined) return children(known)
  const more = bid === null ? known : new Map([...known, [coin, bid]])
  return (
    <Bids key={coin} coins={others} known={more}>
      {children}
    </Bids>
  )
}
