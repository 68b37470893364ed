import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AccountView, Fill, Position } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { DAY_MS, dayOf, explained } from '../../contract/books/index.ts'
import { type Money, money, ZERO } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { openStorage } from '../storage/index.ts'
import { createWalletLedger } from '../trading/ledger/index.ts'
import { startPasses } from '../trading/ledger/testing/passes.ts'
import { createEquityRecorder } from './index.ts'

const ME = `0x${'ab'.repeat(20)}` as Address
const OF = { profile: 'practice', account: ME }
const NOON = dayOf(Date.UTC(2026, 2, 4)) + DAY_MS / 2
const HOUR = 3_600_000

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

let tid = 0
const fill = (time: number, side: 'buy' | 'sell', size: string, price: string): Fill =>
  ({
    ...{ tid: String(++tid), oid: '1', asset: 'NYCTMP1', side, price, size, fee: '0.5', liquidity: 'taker' },
    ...{ realizedPnl: null, time: millis(time) },
  }) as Fill

/** A keeper over a journal, which outlives it; the service's clock is an hour ahead. */
async function open() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-equity-'))
  const clock = createFakeClock(NOON)
  const storage = openStorage({ directory, clock })
  endings.push(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const fresh = new Listeners<[fills: readonly Fill[]]>()
  const accounts = new Listeners()
  const service = {
    equity: '1000' as string | null,
    usdh: '500',
    usdhOutcome: '0',
    positions: [] as Partial<Position>[],
    /** The service's list at the next read of fills. */
    listed: [] as Fill[],
  }
  const begin = () => {
    let syncedAt = Number.NEGATIVE_INFINITY
    const ledger = createWalletLedger({
      ...{ store: storage.ledger, transfers: storage.transfers, profile: 'practice', origin: 'practice', clock },
      own: { isInDoubt: () => false, isUnlisted: () => false, hasConverted: () => false },
      fills: {
        syncedAt: () => syncedAt,
        knownSince: () => 0,
        isWhole: () => true,
        newest: (limit) => storage.fills.newest(OF, limit),
        since: (since) => ({ rows: storage.fills.since(OF, since), complete: true }),
      },
      endOf: () => null,
      markOf: () => null,
      outcomeCollateral: () => 'USDH',
      clockOffset: () => HOUR,
    })
    const stop = startPasses({
      ...{ ledger, account: () => ME, clock, clockOffset: () => HOUR, onChange: accounts.on },
      async syncFills() {
        syncedAt = clock.monotonic()
        const added = storage.fills.add(OF, service.listed.splice(0))
        if (added.length > 0) fresh.notify(added)
      },
      read: async () =>
        ({
          ...{ address: ME, readAt: clock.now(), positions: service.positions },
          money: { ...service, available: service.equity, usdc: service.equity },
        }) as unknown as AccountView,
    })
    const recorder = createEquityRecorder({
      store: storage.ledger,
      transfers: storage.transfers,
      books: storage.books,
      profile: 'practice',
      address: () => ME,
      onIdentityChange: new Listeners().on,
      ledger,
      markets: { outcomes: () => [], clockOffset: () => HOUR },
      clock,
    })
    recorder.start()
    const running = {
      ...recorder,
      stop() {
        stop()
        recorder.stop()
      },
    }
    endings.unshift(running.stop)
    return running
  }
  const recorder = begin()
  await clock.advanceAsync(10_000)
  const changed = async (ms = 10_000) => {
    accounts.notify()
    await clock.advanceAsync(ms)
  }
  return { recorder, begin, service, clock, storage, changed }
}

const parts = (
  view: ReturnType<Awaited<ReturnType<typeof open>>['recorder']['equity']>,
  collateral: 'USDC' | 'USDH',
) => {
  if (view.from === null || view.latest === null) throw new Error('there is an opening')
  return explained(view.from, view.latest, view.changes, collateral)
}
const long = (size: string, entryPx: string, markPx: string) =>
  ({ family: 'scalar', asset: 'NYCTMP1', size, entryPx, markPx }) as Partial<Position>

describe('the change of equity', () => {
  it('is explained by fills, fees and marks: nothing is unexplained', async () => {
    const { recorder, service, clock, changed } = await open()
    expect(recorder.equity('day').since).not.toBeNull()
    service.listed.push(fill(clock.now() + HOUR, 'buy', '2', '570'))
    service.positions = [long('2', '570', '571.5')]
    service.equity = '1002.5'
    await changed(30_000)
    expect(parts(recorder.equity('day'), 'USDC')).toMatchObject({
      ...{ change: '2.5', realised: '0', unrealised: '3', fees: '0.5', unexplained: '0', open: '0' },
    })
    expect(recorder.transfers().changes).toEqual([])
  })

  it('books simultaneous entries by their time, though the service lists the newest first', async () => {
    const { recorder, service, clock, changed } = await open()
    const at = clock.now() + HOUR
    const bought = fill(at, 'buy', '2', '570')
    const settled = {
      ...fill(at + 1_000, 'sell', '2', '571.5'),
      oid: 'settlement',
      cause: 'settlement' as const,
      fee: '0' as Money,
    }
    const again = fill(at + 2_000, 'sell', '1', '572')
    service.listed.push(again, settled, bought)
    service.positions = [long('-1', '572', '572')]
    service.equity = '1002'
    await changed(30_000)
    expect(parts(recorder.equity('day'), 'USDC')).toMatchObject({
      ...{ change: '2', realised: '3', unrealised: '0', fees: '1', unexplained: '0', open: '0' },
    })
    expect(recorder.transfers().changes).toEqual([])
  })

  it('waits for fills that a read lacks so far', async () => {
    const { recorder, service, clock, changed } = await open()
    service.positions = [long('2', '570', '570')]
    service.equity = '999.5'
    await changed(20_000)
    expect(recorder.equity('day').openSince).not.toBeNull()
    expect(recorder.transfers().changes).toEqual([])
    service.listed.push(fill(clock.now() + HOUR - 5_000, 'buy', '2', '570'))
    await changed(30_000)
    expect(recorder.equity('day').openSince).toBeNull()
    expect(parts(recorder.equity('day'), 'USDC')).toMatchObject({ change: '-0.5', fees: '0.5', unexplained: '0' })
  })

  it('without an explanation is a row of its own once a second read shows it, under the name that the trader gives it', async () => {
    const { recorder, service, begin, changed } = await open()
    service.equity = '1250.000001'
    await changed(1_200)
    expect(recorder.transfers().changes).toEqual([])
    await changed(30_000)
    const [change] = recorder.transfers().changes
    expect(change).toMatchObject({ balance: 'usdc', amount: '250.000001', cause: 'outside', as: null })
    expect(parts(recorder.equity('day'), 'USDC')).toMatchObject({ change: '250.000001', unexplained: '250.000001' })
    expect(recorder.nameChange(change?.id ?? '', 'deposit')).toBe(true)
    expect(recorder.nameChange('other', 'deposit')).toBe(false)
    recorder.stop()
    // On disk: another run has it.
    const again = begin()
    expect(again.transfers().changes[0]?.as).toBe('deposit')
    expect(parts(again.equity('day'), 'USDC')).toMatchObject({
      ...{ unexplained: '0', open: '0', named: [{ as: 'deposit', amount: '250.000001' }] },
    })
  })

  it('is none where USDH only moves between its classes', async () => {
    const { recorder, service, changed } = await open()
    service.usdh = '300'
    service.usdhOutcome = '200'
    await changed(30_000)
    expect(recorder.transfers().changes).toMatchObject([{ balance: 'usdh', amount: '-200', cause: 'moved' }])
    expect(parts(recorder.equity('day'), 'USDH')).toMatchObject({ change: '0', unexplained: '0', open: '0' })
  })

  it('of positions whose fills never come is accepted after two minutes, and marked', async () => {
    const { recorder, service, changed } = await open()
    service.positions = [long('2', '570', '570')]
    service.equity = '990'
    await changed(180_000)
    expect(recorder.equity('day').openSince).toBeNull()
    expect(recorder.transfers().changes).toMatchObject([{ balance: 'usdc', amount: '-10', cause: 'differs' }])
  })

  it('concludes nothing from what the service omits', async () => {
    const { recorder, service, changed } = await open()
    service.equity = null
    await changed(30_000)
    expect(recorder.transfers().changes).toEqual([])
    service.equity = '1000'
    await changed(30_000)
    expect(recorder.transfers().changes).toEqual([])
  })

  it('books every entry once, however often the terminal quits', async () => {
    const { recorder, service, begin, clock, changed, storage } = await open()
    // Listed while nobody read, and the terminal quit before it was booked.
    recorder.stop()
    storage.fills.add(OF, [fill(clock.now() + HOUR, 'buy', '2', '570')])
    service.positions = [long('2', '570', '570')]
    service.equity = '999.5'
    for (let run = 0; run < 3; run++) {
      const one = begin()
      await changed(70_000)
      expect(parts(one.equity('day'), 'USDC')).toMatchObject({ change: '-0.5', fees: '0.5', unexplained: '0' })
      one.stop()
    }
  })

  it('keeps a sample a minute, of older days one an hour and one a day, and the last of each', async () => {
    const { recorder, clock, storage } = await open()
    await clock.advanceAsync(3 * HOUR)
    const samples = () => storage.ledger.samples(OF, 0, Number.MAX_SAFE_INTEGER)
    expect(samples().length).toBeGreaterThan(170)
    expect(samples().length).toBeLessThan(190)
    const last = samples().at(-1)
    storage.ledger.thin(OF, clock.now() + HOUR + 3 * DAY_MS)
    expect(samples().length).toBeLessThan(7)
    storage.ledger.thin(OF, clock.now() + HOUR + 40 * DAY_MS)
    expect(samples().map(({ at }) => at)).toEqual([recorder.equity('all').from?.at, last?.at])
  })
})

it('is unusable before two reads showed the same positions', async () => {
  const { recorder } = await open()
  expect(recorder.equity('all').from?.realised).toEqual({ USDC: ZERO, USDH: ZERO } satisfies Record<string, Money>)
  expect(recorder.equity('all').latest?.classes.usdc).toBe(money('1000'))
})
