/** A scale or slices in the scalar market that the ticket shows. */
import { type ReactNode, useMemo } from 'react'
import { greater, ZERO } from '../../../contract/decimal.ts'
import { type AlgoKind, AlgoTicket } from '../../algo/index.ts'
import { maxSize } from '../../markets/scalar/index.ts'
import { useAccount, useFees } from '../../queries/index.ts'
import type { ModeFormProps } from './use-ticket.ts'

export function ScalarAlgo({
  kind,
  ticket,
  staleWords,
  choices,
}: ModeFormProps & { readonly kind: AlgoKind }): ReactNode {
  const { asset, ticker, leverage, permission, minimumValue } = ticket
  const { tickSize: tick, sizeDecimals } = ticket.market
  const account = useAccount().data
  const fees = useFees().data ?? null
  const available = account?.money.available ?? null
  const position = account === undefined ? null : (account.positions.find((one) => one.asset === asset)?.size ?? null)
  const market = useMemo(
    () => ({ family: 'scalar', asset, name: asset, tick, sizeDecimals, minimumValue }) as const,
    [asset, tick, sizeDecimals, minimumValue],
  )
  return (
    <AlgoTicket
      // What was previewed is of one market and one kind.
      key={`${kind} ${asset}`}
      {...{ kind, market, permission, staleWords, choices }}
      best={{ bid: ticker?.bid ?? null, ask: ticker?.ask ?? null }}
      account={{ leverage, position }}
      sizing={{
        bid: ticker?.bid ?? null,
        most: (side, price, reduceOnly) =>
          maxSize({
            ...{ side, price, available, leverage, sizeDecimals, reduceOnly },
            position: account === undefined ? null : (position ?? ZERO),
            feeBps: fees === null ? null : greater(fees.makerBps, fees.takerBps),
          }),
      }}
    />
  )
}
