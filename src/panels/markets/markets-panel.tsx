/** The panel "Markets": every market of every family in one table. `/` searches, arrows and Enter choose, F toggles the favorite. */

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { marketsOf } from '../../../contract/family-rules.ts'
import type { Instrument, MarketsView } from '../../../contract/instrument.ts'
import { ACTIVE, LIVE, refText } from '../../../contract/market-ref.ts'
import type { Cancel } from '../../../contract/time.ts'
import { useCall } from '../../bridge/index.ts'
import { useFormat } from '../../format/index.ts'
import { useFeedFreshness, useMarketData, useTick, useTopic } from '../../market-data/index.ts'
import { axisOf, sectionOf } from '../../markets/family/index.ts'
import { useAccount } from '../../queries/index.ts'
import {
  actOf,
  Banner,
  EmptyState,
  type HandledKey,
  Panel,
  Skeleton,
  Table,
  tableStateFrom,
  usePanelVisible,
} from '../../ui/index.ts'
import { useChooseMarket, useMarketRef, usePanelOption } from '../../workspace/index.ts'
import { marketsSpec } from './columns.tsx'
import { ShownMenu, UnitsMenu } from './head-menus.tsx'
import { groupOf, hasLongPrices, marketRows, shownFrom, unitsFrom, useMarketList } from './market-rows.ts'
import styles from './markets.module.css'
import { MESSAGES } from './messages.ts'
import { type RowFacts, RowFactsProvider, usePrices } from './quote-figures.ts'

/** The keys of the list of markets besides those of any table: what they do, and their entries in the sheet of keys. */
export const MARKETS_KEYS: readonly HandledKey<'favourite'>[] = [
  { act: 'favourite', keys: ['f'], shift: false, does: 'Add or remove favorite' },
]

interface SettleOptions {
  readonly clock: { monotonic(): number; after(ms: number, run: () => void): Cancel }
  /** Required time without movement, ms. */
  readonly rest: number
  /** Maximum wait, ms. */
  readonly most: number
  readonly run: () => void
}

interface Settle {
  moved(): void
  stop(): void
}

/** Runs a callback once movement has stopped, or has lasted for the maximum time. */
export function createSettle({ clock, rest, most, run }: SettleOptions): Settle {
  let since: number | null = null
  let cancel: Cancel = () => undefined
  return {
    moved() {
      const now = clock.monotonic()
      since ??= now
      cancel()
      cancel = clock.after(Math.max(0, Math.min(rest, since + most - now)), () => {
        since = null
        run()
      })
    },
    stop() {
      cancel()
      since = null
    },
  }
}

/** Rows are subscribed to after this long without movement, all visible ones together, ms. */
const SETTLED_AFTER = 100

/** Maximum wait during movement, ms. */
const LOOKED_AT_ANYWAY = 500

/** Maximum number of subscribed rows. */
const MAX_ROWS = 60

const NONE: readonly string[] = []

const kept = (value: unknown): unknown => value
/** Interval at which a list sorted by live values is sorted again, ms. */
const SORTED_EVERY = 1000

export function MarketsPanel(): ReactNode {
  const isSeen = usePanelVisible()
  const list = useMarketList(isSeen)
  const [keptShown, setShown] = usePanelOption('show', kept)
  const [keptUnits, setUnits] = usePanelOption('units', kept)
  const shown = useMemo(() => shownFrom(keptShown), [keptShown])
  const units = useMemo(() => unitsFrom(keptUnits), [keptUnits])
  const freshness = useFeedFreshness()
  return (
    <Panel
      title={MESSAGES.markets}
      dims="figures"
      freshness={freshness}
      actions={
        <>
          <UnitsMenu units={units} onUnits={setUnits} />
          <ShownMenu shown={shown} onShown={setShown} />
        </>
      }
    >
      {list === undefined ? (
        <Skeleton rows={12} label={MESSAGES.loadingMarkets} />
      ) : (
        <MarketTable list={list} shown={shown} units={units} isSeen={isSeen} />
      )}
    </Panel>
  )
}

interface MarketTableProps {
  readonly list: MarketsView
  readonly shown: ReturnType<typeof shownFrom>
  readonly units: ReturnType<typeof unitsFrom>
  readonly isSeen: boolean
}

function MarketTable({ list, shown, units, isSeen }: MarketTableProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const choose = useChooseMarket()
  const live = useTopic({ kind: 'instrument', market: LIVE })
  const active = useTopic({ kind: 'instrument', market: ACTIVE })
  const byKey = useMemo(
    () => new Map([...list.instruments, live, active].flatMap((one) => (one?.here === true ? [[one.key, one]] : []))),
    [list, live, active],
  )
  const inView = useRowsInView(root, isSeen)
  const assets = useMemo(
    () => [...new Set(inView.flatMap((key) => (byKey as ReadonlyMap<string, Instrument>).get(key)?.asset ?? []))],
    [inView, byKey],
  )
  const facts = useRowFactsOf(assets, shown, units, isSeen)
  const { favourites, positions } = facts
  const rows = useMemo(
    () =>
      marketRows(
        {
          listed: list.instruments,
          following: [live, active],
          isFavourite: ({ key }) => favourites.has(key),
          isHeld: ({ asset }) => asset !== null && positions.has(asset),
        },
        shown,
      ),
    [list, live, active, favourites, positions, shown],
  )
  const spec = useSpec(facts, shown.byQuestion, shown.bothSides, hasLongPrices(units))
  const [keptTable, setTable] = usePanelOption('table', kept)
  const table = useMemo(() => tableStateFrom(keptTable), [keptTable])
  const isLive = spec.columns.find(({ id }) => id === table.sort?.column)?.isLive === true
  const second = useTick(isLive ? SORTED_EVERY : null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (actOf(MARKETS_KEYS, event) !== 'favourite') return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    const market = (byKey as ReadonlyMap<string, Instrument>).get(row?.dataset.row ?? '')
    if (market === undefined || (event.target as HTMLElement).matches('input')) return
    event.preventDefault()
    facts.onFavourite(market)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the table within, which has no key of its own for this
    <div ref={root} className={styles.body} onKeyDown={onKeyDown}>
      {list.errors.map(({ family, message }) => (
        <Banner key={family} title={`${marketsOf(family)} could not be read.`}>
          {message}
        </Banner>
      ))}
      <RowFactsProvider value={facts}>
        <Table
          label={MESSAGES.markets}
          spec={spec}
          rows={rows}
          state={table}
          onState={setTable}
          version={second}
          onOpen={(row) => choose(row.ref, row)}
        />
      </RowFactsProvider>
      {rows.length === 0 && (
        <EmptyState>{list.waiting.length > 0 ? MESSAGES.loadingRows : MESSAGES.noMatches}</EmptyState>
      )}
    </div>
  )
}

function useRowFactsOf(
  assets: readonly string[],
  { byQuestion, bothSides }: MarketTableProps['shown'],
  units: MarketTableProps['units'],
  isSeen: boolean,
): RowFacts {
  const call = useCall()
  const format = useFormat()
  const prices = usePrices(assets, isSeen)
  const held = useAccount().data?.positions
  const positions = useMemo(() => new Map((held ?? []).map((position) => [position.asset, position])), [held])
  const markets = useTopic({ kind: 'favourites' })
  const favourites = useMemo(() => new Set((markets ?? []).map(refText)), [markets])
  const chosen = useMarketRef()
  const shown = chosen === null ? null : refText(chosen)
  const viewOf = useCallback(
    (market: Instrument) => {
      const axis = axisOf(market, format)
      // Each market knows at most one of the two; without one it uses its default.
      const unit = axis.units.find(({ id }) => id === units.scalar || id === units.probability)?.id
      return axis.view({ unit })
    },
    [format, units],
  )
  const isUnderHead = useCallback(
    (market: Instrument) =>
      groupOf(market, { byQuestion, bothSides }) !== null && sectionOf(market) === market.subtitle,
    [byQuestion, bothSides],
  )
  const onFavourite = useCallback(
    ({ ref, key }: Instrument) => {
      call('setFavourite', { market: ref, favourite: !favourites.has(key) }).catch(() => undefined)
    },
    [call, favourites],
  )
  return useMemo(
    () => ({ prices, positions, favourites, onFavourite, viewOf, isUnderHead, shown }),
    [prices, positions, favourites, onFavourite, viewOf, isUnderHead, shown],
  )
}

/** Must keep its identity while its groups do: it reads the facts of the moment. */
function useSpec(facts: RowFacts, byQuestion: boolean, bothSides: boolean, hasLongPrices: boolean) {
  const now = useRef(facts)
  useEffect(() => {
    now.current = facts
  }, [facts])
  return useMemo(
    () => marketsSpec(() => now.current, { byQuestion, bothSides, hasLongPrices }),
    [byQuestion, bothSides, hasLongPrices],
  )
}

/** @returns keys of the rows inside `root` that are at least partly visible, from the top; the same array while unchanged */
function useRowsInView(root: RefObject<HTMLElement | null>, isSeen: boolean): readonly string[] {
  const { clock } = useMarketData()
  const [keys, setKeys] = useState<readonly string[]>([])
  useEffect(() => {
    const element = root.current
    if (element === null || !isSeen) {
      setKeys(NONE)
      return
    }
    const look = (): void => {
      const now = seenIn(element)
      setKeys((before) => (now.join('\n') === before.join('\n') ? before : now))
    }
    const settle = createSettle({ clock, rest: SETTLED_AFTER, most: LOOKED_AT_ANYWAY, run: look })
    const later = (): void => settle.moved()
    const changes = new MutationObserver(later)
    const sizes = new ResizeObserver(later)
    changes.observe(element, { childList: true, subtree: true })
    sizes.observe(element)
    element.addEventListener('scroll', later, { capture: true, passive: true })
    later()
    return () => {
      settle.stop()
      changes.disconnect()
      sizes.disconnect()
      element.removeEventListener('scroll', later, { capture: true })
    }
  }, [root, clock, isSeen])
  return keys
}

function seenIn(root: HTMLElement): readonly string[] {
  const box = root.getBoundingClientRect()
  return [...root.querySelectorAll<HTMLElement>('[data-row]')]
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > box.top && top < box.bottom
    })
    .flatMap(({ dataset }) => dataset.row ?? [])
    .slice(0, MAX_ROWS)
}
