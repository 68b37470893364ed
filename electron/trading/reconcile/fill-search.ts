/** Reads the trader's fills back to a moment. */
import type { Fill } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { TradingService } from '../../service/index.ts'
import { type PastRead, readBack } from './read-back.ts'

/** Fills of the trader's, and whether they reach back as far as was asked for. */
export type FillsRead = PastRead<Fill>

/** Every fill since `since` (the service's time), at most 10,000 of full pages. @throws ServiceError */
export const readFillsSince = (
  service: Pick<TradingService, 'fills'>,
  address: Address,
  since: number,
): Promise<FillsRead> =>
  readBack(
    { page: (page) => service.fills(address, page), idOf: ({ tid }) => tid, pageSize: 500, mostPages: 20 },
    since,
  )
