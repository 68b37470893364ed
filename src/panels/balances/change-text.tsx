/** The sentence of the reconciliation: what the change of equity over a period is made of. */

import type { ReactNode } from 'react'
import { type Explained, explained, explainedTogether } from '../../../contract/books/index.ts'
import { type AskedPeriod, EVER } from '../../../contract/books-view.ts'
import { COLLATERALS } from '../../../contract/collateral.ts'
import { absolute, type Money, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { EquityView } from '../../../contract/equity.ts'
import { grouped, momentText, signed } from '../../format/index.ts'
import { ReadStates, useEquityOver } from '../../queries/index.ts'
import styles from './balances.module.css'
import { MESSAGES } from './messages.ts'

export const ChangeText = ({ period }: { readonly period: AskedPeriod }): ReactNode => (
  <ReadStates read={useEquityOver(period)} what="Equity" skeletonRows={2}>
    {(view) => <Words view={view} period={period} />}
  </ReadStates>
)

interface WordsProps {
  readonly view: EquityView
  readonly period: AskedPeriod
}

function Words({ view: { from, latest, changes, openSince }, period }: WordsProps): ReactNode {
  if (from === null || latest === null) return <p className={styles.words}>{MESSAGES.opening}</p>
  // A period that is over ends with the last sample in it.
  const isOver = typeof period !== 'string' && period.to !== EVER
  const until = isOver ? ` until ${momentText(latest.at)}` : ''
  const whole = explainedTogether(from, latest, changes)
  const parts = COLLATERALS.flatMap((collateral) => {
    const one = explained(from, latest, changes, collateral)
    return one === null ? [] : [{ collateral, one }]
  })
  return (
    <>
      <p className={styles.words}>
        {whole === null ? MESSAGES.notEnough : MESSAGES.change(momentText(from.at), until, sentence(whole))}
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
        <p className={styles.words} role="status">
          Since {momentText(openSince)} the balances and the fills do not agree: it is being checked.
        </p>
      )}
    </>
  )
}

/** `+ 212.86 = realised + 466.20, unrealised + 34.93, fees − 88.27, unexplained 0.00` */
function sentence({ change, realised, unrealised, fees, named, covered, unexplained, open }: Explained): string {
  const parts = [
    `realised ${amount(realised)}`,
    `unrealised ${amount(unrealised)}`,
    `fees ${signOf(fees) === 0 ? amount(fees) : `− ${grouped(places(absolute(fees)))}`}`,
    ...named.map(({ as, amount: of }) => MESSAGES.named(as, amount(of))),
    ...(signOf(covered) === 0 ? [] : [`losses that the service covered ${amount(covered)}`]),
    MESSAGES.unexplained(amount(unexplained)),
    ...(signOf(open) === 0 ? [] : [`being checked ${amount(open)}`]),
  ]
  return `${amount(change)} = ${parts.join(', ')}`
}

/** To the cent, and to the last unit where there is less than a cent of it: nothing is rounded away. */
const places = (value: Money): Money => {
  const cents = toPlaces(value, 2)
  return signOf(cents) === 0 && signOf(value) !== 0 ? trimZeros(value) : cents
}
const amount = (value: Money): string => (signOf(value) === 0 ? '0.00' : signed(places(value)))
