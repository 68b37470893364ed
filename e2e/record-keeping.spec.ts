/** Records that are older than the trader wants them kept one by one: what is taken away is said first, and no total changes. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page, test } from '@playwright/test'
import { fillAt, orderAt } from '../electron/past/testing/kept-past.ts'
import { violations } from './support/axe.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { later, MOMENT } from './support/moment.ts'
import { openPanel, panel, ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { launchWindowless } from './support/windowless/index.ts'

const DAY = 86_400_000
/** Trades of more than a year ago, and of a month ago. */
const OLD = Date.parse(MOMENT) - 400 * DAY
const LATE = Date.parse(MOMENT) - 30 * DAY

/** Ten round trips, half of them long ago, as the terminal would have kept them. */
function writePast(userDataDir: string): void {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'))
  const { account } = database.prepare('SELECT account FROM wallets').get() as { account: string }
  const fill = database.prepare(
    "INSERT INTO fills (profile, account, tid, time, oid, body) VALUES ('practice', ?, ?, ?, ?, ?)",
  )
  const order = database.prepare(
    "INSERT INTO orders (profile, account, oid, time, body) VALUES ('practice', ?, ?, ?, ?)",
  )
  for (let i = 0; i < 20; i++) {
    const time = (i < 10 ? OLD : LATE) + i * 60_000
    const oid = `9000${i}`
    const side = i % 2 === 0 ? 'buy' : 'sell'
    const one = fillAt(time, {
      ...{ tid: `8000${i}`, oid, asset: 'OLDTMP1', side, size: '2.5', price: `571.${10 + i}`, fee: '0.0125' },
      realizedPnl: side === 'buy' ? '0' : '0.025',
    } as never)
    fill.run(account, one.tid, time, oid, JSON.stringify(one))
    const made = orderAt(time - 500, { oid, asset: 'OLDTMP1', side, filled: '2.5', status: 'filled' } as never)
    order.run(account, oid, made.time, JSON.stringify(made))
  }
  database
    .prepare("INSERT OR REPLACE INTO books_due (profile, account, since) VALUES ('practice', ?, ?)")
    .run(account, OLD)
  database.close()
}

/** The sums of a panel of records once all of its rows are there. */
async function sumsOf(page: Page, name: 'Fills' | 'Order history', rows: number): Promise<string> {
  const region = await showPanel(page, name)
  await expect(
    region.getByRole('grid', { name: name === 'Fills' ? 'Fills' : 'Order history' }).getByRole('row'),
  ).toHaveCount(rows + 1)
  return (await region.getByLabel('Sums in USDC').textContent()) ?? ''
}

/** What the days and trades come to. */
async function booksOf(bridge: Bridge) {
  const results = await bridge.call('readResults', { period: 'all' })
  const trades = await bridge.call('readTrades', { period: 'all' })
  if (!results.ok || !trades.ok) throw new Error('the books could not be read')
  return { days: results.value.days, trades: trades.value.count, sums: trades.value.sums }
}

test('old fills and orders are put together as the trader chose, and every total stays', async () => {
  const userDataDir = newDataDir()
  const first = await launchWindowless({ userDataDir, env: { ...NO_KEYCHAIN, ISOTHERM_PRACTICE_AT: MOMENT } })
  await expect
    .poll(() => {
      const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'), { readOnly: true })
      try {
        return database.prepare('SELECT account FROM wallets').get() !== undefined
      } finally {
        database.close()
      }
    })
    .toBe(true)
  await first.quit()
  writePast(userDataDir)

  const terminal = await launch({ userDataDir, at: later(MOMENT, 600_000), env: NO_KEYCHAIN })
  try {
    const { page } = terminal
    const bridge = bridgeOf(page)
    await ready(page)
    await openPanel(page, 'Fills')
    const fills = await sumsOf(page, 'Fills', 20)
    await openPanel(page, 'Order history')
    const orders = await sumsOf(page, 'Order history', 20)
    await expect.poll(async () => (await booksOf(bridge)).trades).toBe(10)
    const books = await booksOf(bridge)
    expect(fills).toContain('Traded50')

    const account = await openPanel(page, 'Account')
    const records = account.getByRole('region', { name: 'Records', exact: true })
    await expect(records).toContainText('20 one by one, the oldest')
    const choices = records.getByRole('radiogroup', { name: 'Keep fills and orders' })
    const choose = (name: string) => choices.getByRole('radio', { name, exact: true }).check({ force: true })
    await expect(choices.getByRole('radio', { name: 'Everything' })).toBeChecked()

    await test.step('nothing happens before the trader has read what it takes away', async () => {
      await choose('2 years')
      await expect(records).toContainText('Nothing is older than 2 years yet.')
      await records.getByRole('button', { name: 'Leave it at Everything' }).click()
      await expect(choices.getByRole('radio', { name: 'Everything' })).toBeChecked()
      await choose('1 year')
      await expect(records).toContainText('10 fills and 10 orders before')
      expect(await violations(page, `document.querySelector('[aria-label="Records"]')`)).toEqual([])
    })

    await records.getByRole('button', { name: 'Yes, keep 1 year' }).click()
    await expect(records).toContainText('1 year is kept one by one')
    // Read back to the beginning and worked out first.
    await expect(records).toContainText('10 fills and 10 orders before', { timeout: 120_000 })
    await expect(records.getByRole('definition').filter({ hasText: '10 fills and 10 orders before' })).toContainText(
      /nothing was held then/,
      { timeout: 120_000 },
    )
    await expect(records).toContainText('10 one by one, the oldest')

    expect(await sumsOf(page, 'Fills', 10)).toBe(fills)
    await expect(panel(page, 'Fills')).toContainText('And 10 fills before')
    expect(await sumsOf(page, 'Order history', 10)).toBe(orders)
    await expect(panel(page, 'Order history')).toContainText('And 10 orders before')
    expect(await booksOf(bridge)).toEqual(books)
  } finally {
    await terminal.quit()
  }
})
