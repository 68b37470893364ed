/** What closing a part of a position would come to, by the prices as they stream in. */
import type { Position } from '../../contract/account.ts'
import type { Decimal, Price } from '../../contract/decimal.ts'
import { useTopicValue } from '../market-data/index.ts'
import type { PartTerms } from './part-result.ts'

export interface PartOf {
  readonly position: Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>
  /** Null where it is not known, or another family's. */
  readonly takerBps: Decimal | null
  readonly unit: string
}

/** All of it but how much is closed. */
export function usePartTerms({ position, takerBps, unit }: PartOf): Omit<PartTerms, 'part'> {
  const { asset } = position
  const ticker = useTopicValue({ kind: 'ticker', asset }, ({ bid, ask }) => `${bid ?? ''}/${ask ?? ''}`) ?? '/'
  const [bid = '', ask = ''] = ticker.split('/')
  return {
    position,
    prices: { bid: (bid || null) as Price | null, ask: (ask || null) as Price | null },
    takerBps,
    unit,
  }
}
