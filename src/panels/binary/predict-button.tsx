/** The button of a direction, with what a contract of it costs now. */
import type { ReactNode } from 'react'
import type { BinaryDirection, BinaryView } from '../../../contract/binary.ts'
import { type Decimal, placesOf } from '../../../contract/decimal.ts'
import { atPlaces } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { pricesOf } from '../../markets/binary/index.ts'
import { TicketButton } from '../../ticket/index.ts'
import { usePanelVisible } from '../../ui/index.ts'

interface PredictButtonProps {
  readonly direction: BinaryDirection
  readonly asset: string
  readonly tick: Decimal | null | BinaryView['markets'][number]['tickSize']
  readonly disabled: boolean
  readonly described: boolean
  readonly again: string | null
  readonly onPress: (clicks: number) => void
}

export function PredictButton(props: PredictButtonProps): ReactNode {
  const { direction, asset, tick, disabled, described, again, onPress } = props
  const visible = usePanelVisible()
  const ticker = useTopic(visible ? { kind: 'ticker', asset } : null)
  const { buysAt } = pricesOf(direction, ticker)
  const price = buysAt === null ? null : atPlaces(buysAt, tick === null ? placesOf(buysAt) : placesOf(tick))
  return (
    <TicketButton
      side={direction === 'UP' ? 'buy' : 'sell'}
      name={direction}
      what={price === null ? 'preview' : `preview at ${price}`}
      again={again}
      disabled={disabled}
      describedBy={described ? 'binary-permission' : undefined}
      onPress={(event) => onPress(event.detail)}
    />
  )
}
