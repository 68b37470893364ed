/** A scale or slices in the shares of one side. */
import { type ReactNode, useMemo } from 'react'
import { type AlgoKind, AlgoTicket } from '../../algo/index.ts'
import { mostShares, sideName } from '../../markets/outcome/index.ts'
import { useAccount, useMinimumValue } from '../../queries/index.ts'
import type { MarketProps } from './market-props.ts'
import type { OutcomeTicketView } from './use-outcome-ticket.ts'

interface OutcomeAlgoProps extends MarketProps {
  readonly kind: AlgoKind
  readonly ticket: OutcomeTicketView
  readonly staleWords: string | null
  readonly choices: ReactNode
}

export function OutcomeAlgo({ kind, market: of, side, ticket, staleWords, choices }: OutcomeAlgoProps): ReactNode {
  const { coin: asset } = side
  const { tickSize: tick, sizeDecimals } = of
  const name = sideName(of, side)
  const { book, permission } = ticket
  const collateral = useAccount().data?.money.usdhOutcome ?? null
  const held = useAccount().data?.positions.find((one) => one.asset === asset)?.size ?? null
  const minimumValue = useMinimumValue('outcome', of)
  const market = useMemo(
    () => ({ family: 'outcome', asset, name, tick, sizeDecimals, minimumValue }) as const,
    [asset, name, tick, sizeDecimals, minimumValue],
  )
  return (
    <AlgoTicket
      key={`${kind} ${asset}`}
      {...{ kind, market, permission, staleWords, choices }}
      best={{ bid: book?.bids[0]?.px ?? null, ask: book?.asks[0]?.px ?? null }}
      account={{ leverage: null, position: held }}
      sizing={{
        bid: null,
        most: (orderSide, price) => (orderSide === 'sell' ? held : mostShares(collateral, price, sizeDecimals)),
      }}
    />
  )
}
