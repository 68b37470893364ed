/** The story of the order before it is sent, for either side: what it costs, what it does on arrival, and what may become of it. */
import { type ReactNode, type Ref, useId } from 'react'
import { compare, type Decimal, type Money, padTo, placesOf, signOf, toPlaces } from '../../../contract/decimal.ts'
import { NONE, temperatureText } from '../../format/index.ts'
import { priceIn, type SideFigures, type SideSummary, type TicketDraft } from '../../markets/scalar/index.ts'
import { classNames, Figure } from '../../ui/index.ts'
import { type FigureWords, feeWords, fillWords, wholeFrom } from './figure-labels.ts'
import styles from './ticket-figures.module.css'
import type { Ticket } from './use-ticket.ts'

interface TicketFiguresProps {
  readonly ref: Ref<HTMLTableElement>
  readonly ticket: Ticket
  readonly draft: TicketDraft
  readonly settleText: string
  readonly onSettleText: (text: string) => void
}

/** Costs are rounded up, never down: to the cent. */
const cost = (value: Money): string => wholeFrom(value, 'up')

export function TicketFigures({ ref, ticket, draft, settleText, onSettleText }: TicketFiguresProps): ReactNode {
  const { summary, leverage, market } = ticket
  const { buy, sell } = summary
  const value = buy.figures?.value ?? null
  const sellValue = sell.figures?.value ?? null
  return (
    <table ref={ref} className={styles.figures} aria-label="What the order does">
      <thead>
        <tr>
          <td className={styles.money}>Money in USDC</td>
          <th scope="col" className={styles.buyHead}>
            Buy
          </th>
          <th scope="col" className={styles.sellHead}>
            Sell
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            Order value
            <InUsdc />
          </th>
          {value === null || sellValue === null || compare(value, sellValue) === 0 ? (
            <td colSpan={2} className={value === null ? styles.none : undefined}>
              {value === null ? NONE : wholeFrom(value, 'half-up')}
            </td>
          ) : (
            [value, sellValue].map((each) => <td key={each}>{wholeFrom(each, 'half-up')}</td>)
          )}
        </tr>
        <Row
          label={`Margin at ${leverage}×`}
          money
          sides={[buy, sell]}
          show={(figures) => (figures.closesOnly ? 'closes only' : cost(figures.margin))}
        />
        <Row
          label="Fills now"
          sides={[buy, sell]}
          show={(figures) => <Words words={fillWords(figures, draft)?.now} />}
        />
        <Row
          label="Then rests"
          sides={[buy, sell]}
          show={(figures) => <Words words={fillWords(figures, draft)?.rest} />}
        />
        <Row
          label="Loses at most"
          money
          title="The most that can be lost by this order: an isolated position loses no more than its margin, and the fee."
          sides={[buy, sell]}
          show={(figures) => (figures.worstCase === null ? NONE : `− ${cost(figures.worstCase)}`)}
        />
        <Row
          label="Liquidation"
          title="Estimate for the position after this order; the service has the last word."
          sides={[buy, sell]}
          show={(figures) =>
            figures.liquidation === null ? (
              NONE
            ) : (
              <>
                {priceIn(draft.unit, figures.liquidation.mark)}{' '}
                <small>
                  {draft.unit === 'f' ? figures.liquidation.mark : temperatureText(figures.liquidation.temperature)}
                </small>
              </>
            )
          }
        />
        <Row label="Fee" money sides={[buy, sell]} show={(figures) => <Fee figures={figures} />} />
        <SettleRow {...{ summary, settleText, onSettleText }} places={placesOf(market.tickSize)} />
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly label: ReactNode
  readonly title?: string
  /** Its figures are money. */
  readonly money?: boolean
  readonly sides: readonly [SideSummary, SideSummary]
  readonly show: (figures: SideFigures) => ReactNode
}

/** The table's corner says for all rows what money is in; who hears one row hears it there. */
const InUsdc = (): ReactNode => <span className="visually-hidden"> in USDC</span>

function Row({ label, title, money = false, sides, show }: RowProps): ReactNode {
  return (
    <tr>
      <th scope="row" title={title}>
        {label}
        {money && <InUsdc />}
      </th>
      {sides.map(({ side, figures }) => (
        <td key={side} className={figures === null ? styles.none : undefined}>
          {figures === null ? NONE : show(figures)}
        </td>
      ))}
    </tr>
  )
}

function Words({ words }: { words: FigureWords | undefined }): ReactNode {
  if (words === undefined) return NONE
  return (
    <span className={styles.whole} title={words.title}>
      <span>{words.main}</span> {words.note !== null && <small>{words.note}</small>}
    </span>
  )
}

function Fee({ figures }: { figures: SideFigures }): ReactNode {
  const words = feeWords(figures.fee)
  if (words === null || figures.fee === null) return NONE
  return (
    <span title={words.detail}>
      {cost(figures.fee.total)} <small>{words.kind}</small>
    </span>
  )
}

interface SettleRowProps {
  readonly summary: Ticket['summary']
  readonly settleText: string
  readonly onSettleText: (text: string) => void
  /** Decimals of the market's marks. */
  readonly places: number
}

function SettleRow({ summary, settleText, onSettleText, places }: SettleRowProps): ReactNode {
  const id = useId()
  const { settle, settleIssue, buy, sell } = summary
  return (
    <tr>
      <th scope="row">
        <label htmlFor={id} className={styles.settleWords}>
          <span>If it settles at</span> <span aria-hidden>Settles</span>
        </label>
        <span className={classNames(styles.settle, settleIssue !== null && styles.wrong)}>
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
        // In the place of the results, which there are none of: a line of its own would push Buy and Sell down.
        <td colSpan={2} id={`${id}-error`} className={styles.settleError} title={settleIssue}>
          {settleIssue}
        </td>
      )}
    </tr>
  )
}

function Result({ value }: { value: Money | null }): ReactNode {
  if (value === null) return <span className={styles.none}>{NONE}</span>
  const shown: Decimal = toPlaces(value, 2, 'half-up')
  return <Figure value={shown} sign="gain" className={signOf(shown) === 0 ? styles.none : undefined} />
}
