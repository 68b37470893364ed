/** A day of 30,000 fills in the books: how long main is blocked by them, and their cost, as fills arrive one by one, at once, and at start-up. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import type { Fill } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { DAY_MS, dayOf } from '../../../contract/books/index.ts'
import { Listeners } from '../../../contract/listeners.ts'
import { millis } from '../../../contract/time.ts'
import { systemClock } from '../../clock.ts'
import { openStorage } from '../../storage/index.ts'
import { createBookRecorder } from '../index.ts'
import { QUIET_FEED } from './quiet-feed.ts'

/** Cost of a piece of work. */
export interface WorkFigures {
  readonly turns: number
  /** The longest single turn that blocked main, and the total, ms of its processor. */
  readonly longest: number
  readonly total: number
}

export interface BookFigures {
  readonly fills: number
  /** The whole day from the beginning, as after a start. */
  readonly start: WorkFigures
  readonly oneByOne: WorkFigures
  readonly burst: WorkFigures
}

const OF = { profile: 'bench', account: `0x${'ab'.repeat(20)}` as Address }
const DAY = dayOf(Date.UTC(2026, 2, 4))
const ASSETS = ['NYCTMP1', 'NYCTMP2', 'GALPHA', '#360'] as const
const EVERY_MS = 20
/** Idle for this long means that everything is computed, ms. */
const CALM_MS = 2_500

function fillOf(index: number): Fill {
  const asset = ASSETS[index % ASSETS.length] ?? 'NYCTMP1'
  const turn = Math.floor(index / ASSETS.length)
  const price = asset.includes('TMP') ? (553 + Math.sin(index / 50) * 3).toFixed(2) : '0.425'
  return {
    ...{
      tid: String(500_000_000 + index),
      oid: String(index >> 1),
      asset,
      side: turn % 2 === 0 ? 'buy' : 'sell',
      price,
    },
    ...{ size: '2', fee: '0.05', liquidity: 'taker', realizedPnl: null, time: millis(DAY + index * 2_000) },
  } as unknown as Fill
}

/** Takes about a minute. */
export async function benchBooks(fills = 30_000, oneByOne = 500, burst = 1_000): Promise<BookFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-bench-books-'))
  const storage = openStorage({ directory, clock: systemClock })
  const fresh = new Listeners<[fills: readonly Fill[]]>()
  let turns: number[] = []
  let lastTurn = 0
  const add = (from: number, to: number): void => {
    const added = storage.fills.add(
      OF,
      Array.from({ length: to - from }, (_, i) => fillOf(from + i)),
    )
    fresh.notify(added)
  }
  const recorder = createBookRecorder({
    store: storage.books,
    tradeStore: storage.trades,
    transfers: storage.transfers,
    slippages: storage.slippages,
    prices: { isBusy: () => true } as never,
    feed: QUIET_FEED,
    profile: OF.profile,
    address: () => OF.account,
    onIdentityChange: new Listeners().on,
    ends: { settledAt: () => null, onKnown: () => () => undefined },
    onConversions: () => undefined,
    onEnding: new Listeners().on,
    trading: {
      fills: {
        onNew: fresh.on,
        knownSince: () => DAY,
        since: () => ({ rows: [], complete: true }),
      },
      actionsOf: () => [],
      readAccount: async () => ({ address: OF.account, positions: [] }) as never,
      readConversions: async () => [],
      topics: { onChange: () => () => undefined } as never,
    },
    markets: { outcomes: () => [], outcomeCollateral: () => 'USDH', clockOffset: () => 0 },
    clock: {
      ...systemClock,
      now: () => millis(DAY + DAY_MS / 2),
      after: (wait, work) =>
        systemClock.after(wait, () => {
          const { user, system } = process.threadCpuUsage()
          work()
          const after = process.threadCpuUsage()
          turns.push((after.user + after.system - user - system) / 1_000)
          lastTurn = performance.now()
        }),
    },
    log: {
      warn: () => undefined,
      error: (data: unknown) => void process.stderr.write(`${String((data as { err?: unknown }).err)}\n`),
    } as never,
  })
  async function figures(doing: () => Promise<void> | void): Promise<WorkFigures> {
    turns = []
    lastTurn = performance.now()
    await doing()
    do await passed(100)
    while (performance.now() - lastTurn < CALM_MS || storage.books.due(OF) !== null)
    return { turns: turns.length, longest: Math.max(0, ...turns), total: turns.reduce((sum, one) => sum + one, 0) }
  }
  try {
    add(0, fills - oneByOne - burst)
    const start = await figures(() => recorder.start())
    const streamed = await figures(async () => {
      for (let i = fills - oneByOne - burst; i < fills - burst; i++) {
        add(i, i + 1)
        await passed(EVERY_MS)
      }
    })
    const atOnce = await figures(() => add(fills - burst, fills))
    return { fills, start, oneByOne: streamed, burst: atOnce }
  } finally {
    recorder.stop()
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
