/** A service whose market list only counts its assets, while its prepared actions use the exchange's own numbers. */
import type { Fill, Order } from '../../../contract/account.ts'
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import type { Page, TradingService } from '../../service/index.ts'
import type { NumberMessage } from '../numbers/index.ts'
import { ASSET, MARKET, type ModelVenue } from './model-venue.ts'
import { openTradingSetup, type SetupOptions, type TradingSetup } from './setup.ts'

export const SECOND = 'NYCTMP2'
const MARKETS = [MARKET, { ...MARKET, asset: SECOND, assetId: 1, ordinal: 1 }]
/** The exchange's numbers, by those of the list. */
export const EXCHANGE: Readonly<Record<number, number>> = { 0: 110_004, 1: 110_005, 2: 110_010, 3: 110_011 }

export interface CountedAssets extends TradingSetup {
  /** The prepared number for each number of the list. */
  numbers: Readonly<Record<number, number>>
  /** The asset that reads name instead of the first one. */
  showsAs: string
  /** Reported news about numbers. */
  readonly news: NumberMessage[]
  known(): readonly AssetNumberView[]
}

type Routes = { [Name in 'markets' | 'openOrders' | 'orderHistory' | 'fills' | 'prepareOrder']: TradingService[Name] }

export async function openCountedAssets(more: SetupOptions = {}): Promise<CountedAssets> {
  const setup = await openTradingSetup(more)
  const counted: CountedAssets = Object.assign(setup, {
    numbers: EXCHANGE,
    showsAs: ASSET,
    news: [],
    known: () => counted.trading.topics.view({ kind: 'asset_numbers' }) as readonly AssetNumberView[],
  })
  Object.assign(counted.venue.service, routesOf(counted.venue, counted))
  counted.facts = {
    ...counted.facts,
    market: (asset) => MARKETS.find((market) => market.asset === asset) ?? null,
  }
  const { restart } = setup
  const listen = (): void => {
    counted.trading.onNumberNews((message) => counted.news.push(message))
  }
  counted.restart = async (extra) => {
    await restart(extra)
    listen()
  }
  listen()
  return counted
}

function routesOf(venue: ModelVenue, counted: CountedAssets): Routes {
  const { openOrders, orderHistory, fills, prepareOrder } = venue.service
  /** The model venue calls every scalar asset 0. */
  let ordinal = 0
  venue.tamper = (action) =>
    renumbered(action, ordinal === 0 ? counted.numbers : { 0: counted.numbers[ordinal] ?? ordinal })
  const shown = <Row extends Order | Fill>(rows: readonly Row[]): readonly Row[] =>
    rows.map((row) => (row.asset === ASSET ? { ...row, asset: counted.showsAs } : row))
  return {
    markets: async () => MARKETS,
    prepareOrder(order) {
      ordinal = order.asset === SECOND ? 1 : 0
      const prepared = prepareOrder(order)
      ordinal = 0
      return prepared
    },
    openOrders: async (address) => shown(await openOrders(address)),
    orderHistory: async (address, page: Page) => shown(await orderHistory(address, page)),
    fills: async (address, page: Page) => shown(await fills(address, page)),
  }
}

type Named = Readonly<Record<string, unknown>>

function renumbered(action: Record<string, unknown>, numbers: CountedAssets['numbers']): Record<string, unknown> {
  const one = (named: Named): Named => {
    const key = 'a' in named ? 'a' : 'asset'
    const number = numbers[named[key] as number]
    return number === undefined ? named : { ...named, [key]: number }
  }
  const list = (key: 'orders' | 'cancels') => ({ ...action, [key]: (action[key] as Named[]).map(one) })
  if (Array.isArray(action.orders)) return list('orders')
  return Array.isArray(action.cancels) ? list('cancels') : { ...one(action) }
}
