/** The measured page: the terminal's own table with 10,000 markets, whose prices may all change in every frame, or with paged records. */
import { type ReactNode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Decimal, fromUnits } from '../../../../contract/decimal.ts'
import { BridgeProvider } from '../../../../src/bridge/index.ts'
import { createWindowClock, MarketDataProvider, TopicStore } from '../../../../src/market-data/index.ts'
import '../../../../src/styles/tokens.css'
import '../../../../src/styles/base.css'
import { createFakeBridge } from '../../../../src/testing/index.ts'
import {
  type Column,
  createRowStore,
  Table,
  type TablePages,
  type TableSpec,
  UNTOUCHED,
  useRowValue,
} from '../../../../src/ui/index.ts'
import { keysTimed, scrolled } from './measure.ts'

const MARKETS = 10_000
/** Number of records of the paged table. */
const RECORDS = 100_000
const AT_ONCE = 1_000
const PER_QUESTION = 8
const PLACES = ['New York', 'Chicago', 'Denver', 'Phoenix', 'Seattle', 'Boston', 'Miami', 'Dallas']

interface Market {
  readonly id: string
  readonly name: string
  readonly question: string
  readonly family: string
}

/** Streamed values: units of 10^-4. */
interface Live {
  readonly price: bigint
  readonly before: bigint
  readonly volume: bigint
}

const marketAt = (index: number): Market => {
  const question = Math.floor(index / PER_QUESTION)
  const place = PLACES[question % PLACES.length]
  return {
    id: `#${index}`,
    name: `${place} above ${(30 + (index % 60)).toFixed(1)} °F`,
    question: `${place} high on day ${question}`,
    family: index % 10 === 0 ? 'binary' : 'outcome',
  }
}
const markets = Array.from({ length: MARKETS }, (_, index) => marketAt(index))
const records = Array.from({ length: RECORDS }, (_, index) => marketAt(index))
const store = createRowStore<Live>()
/** Two alternating sets of prices: the table is measured, not the calculation of prices. */
const prices = [0n, 1n].map((turn) =>
  markets.map(({ id }, index): [string, Live] => {
    const price = 100n + ((BigInt(index) * 1013n + turn * 37n) % 9800n)
    return [id, { price, before: price - 3n, volume: (turn + 1n) * BigInt(index) }]
  }),
)
let turn = 0
/** Changes the price of every market. */
function tick(): void {
  turn = 1 - turn
  store.set(prices[turn] ?? [])
}
tick()

const of = (id: string): Live => store.read(id) ?? { price: 0n, before: 0n, volume: 0n }
const figure = (id: string, title: string, pick: (live: Live) => bigint): Column<Market> => ({
  id,
  title,
  isNumeric: true,
  isLive: true,
  least: 72,
  Cell: function Figure({ row }) {
    return fromUnits(
      useRowValue(store, row.id, (live) => (live === undefined ? 0n : pick(live))),
      4,
    )
  },
  text: ({ id: of_ }) => fromUnits(pick(of(of_)), 4),
  sort: { by: 'decimal', of: ({ id: of_ }): Decimal => fromUnits(pick(of(of_)), 4) },
})

const textOf = (id: string, title: string, least: number, say: (market: Market) => string): Column<Market> => ({
  id,
  title,
  least,
  Cell: ({ row }) => say(row),
  text: say,
  sort: { by: 'text', of: say },
})

const spec = (isGrouped: boolean): TableSpec<Market> => ({
  columns: [
    { ...textOf('name', 'Market', 220, ({ name }) => name), stays: true },
    textOf('family', 'Family', 70, ({ family }) => family),
    figure('price', 'Price', ({ price }) => price),
    figure('change', 'Change', ({ price, before }) => price - before),
    figure('spread', 'Spread', ({ price }) => price / 100n),
    figure('bid', 'Bid', ({ price }) => price - price / 100n),
    figure('ask', 'Ask', ({ price }) => price + price / 100n),
    figure('depth', 'Depth', ({ volume }) => volume * 3n),
    figure('volume', 'Volume', ({ volume }) => volume),
    figure('interest', 'Open interest', ({ volume }) => volume * 7n),
    textOf('left', 'Time left', 80, ({ id }) => `${Number(id.slice(1)) % 60} min`),
    textOf('question', 'Question', 180, ({ question }) => question),
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  givesWay: ['question'],
  isUniform: true,
  ...(isGrouped && {
    groups: { of: ({ question }) => question, Title: ({ group }) => group.id, textOf: ({ id }) => id },
  }),
})
const specs = { flat: spec(false), grouped: spec(true) }

function Page(): ReactNode {
  const [state, onState] = useState(UNTOUCHED)
  const [isGrouped, setGrouped] = useState(false)
  /** Number of records read; null shows the markets. */
  const [read, setRead] = useState<number | null>(null)
  const pages = useMemo(
    (): TablePages => ({
      ...{
        queryKey: 'records',
        all: RECORDS,
        isLoading: false,
        doing: null,
        fresh: 0,
        failure: null,
        onFresh: () => {},
      },
      onNearEnd: () => setRead((before) => Math.min(RECORDS, (before ?? 0) + AT_ONCE)),
    }),
    [],
  )
  const rows = useMemo(() => (read === null ? markets : records.slice(0, read)), [read])
  Object.assign(window, { group: setGrouped, readTo: setRead })
  return (
    <div style={{ height: '100vh', background: 'var(--panel)' }}>
      <Table
        label="Markets"
        spec={isGrouped ? specs.grouped : specs.flat}
        rows={rows}
        pages={read === null ? undefined : pages}
        state={state}
        onState={onState}
      />
    </div>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
const { bridge } = createFakeBridge()
const clock = createWindowClock()
const fail = (error: unknown): never => {
  throw error
}
createRoot(root).render(
  <BridgeProvider bridge={bridge}>
    <MarketDataProvider store={new TopicStore({ bridge, clock, onError: fail })} clock={clock}>
      <Page />
    </MarketDataProvider>
  </BridgeProvider>,
)
Object.assign(window, {
  scrolled: (ms: number, step: number, ticks: boolean) => scrolled('table', ms, step, ticks ? tick : undefined),
  keysTimed,
})
