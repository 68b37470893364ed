/** An old action, no longer listed in Activity and without its steps: found by its ids. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { createActionWriter } from '../electron/storage/index.ts'
import { violations } from './support/axe.ts'
import { clippedIn } from './support/clipped.ts'
import { ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'

const [OID, CLOID] = ['70000000', `0x${'abc'.padStart(32, '0')}`]
const ID = '00000000-0000-4000-8000-000000000000'
const THREE_YEARS = 3 * 365 * 86_400_000
/** More than Activity lists. */
const NEWER = 600

/** Writes it into the journal of a stopped terminal, with its steps dropped, and newer ones that push it off the list. */
function writePast(userDataDir: string): void {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'))
  try {
    const seen = database.prepare('SELECT profile, account FROM wallets').get()
    if (seen === undefined) throw new Error('the terminal saw no account')
    const { profile, account } = seen as { readonly profile: string; readonly account: string }
    const save = createActionWriter(database)
    const saveStep = database.prepare("INSERT INTO steps (action_id, number, state, at) VALUES (?, 0, 'filled', ?)")
    const add = (id: string, at: number, more: object): void => {
      const order = { asset: 'NYCTMP1', side: 'buy', price: '553.10', size: '12', tif: 'GTC', reduceOnly: false }
      const body = {
        ...{ id, profile, account, intent: { kind: 'place', ...order }, state: 'filled', filled: '12' },
        ...{ createdAt: at, updatedAt: at + 900, clockOffset: 0, code: null, message: null, field: null },
        ...{ oid: null, cloid: null, mismatches: [], prepared: null },
        ...more,
      }
      save(body as never)
    }
    database.exec('BEGIN')
    add(ID, Date.now() - THREE_YEARS, { oid: OID, cloid: CLOID, stepsDropped: { wasSent: true } })
    for (let i = 1; i <= NEWER; i++) {
      const id = ID.slice(0, -4) + String(i).padStart(4, '0')
      const at = Date.now() - 3_600_000 + i
      add(id, at, {})
      saveStep.run(id, at)
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

test('an old action is found by its ids, and says that its steps are no longer stored', async () => {
  const userDataDir = newDataDir()
  const first = await launch({ userDataDir })
  await ready(first.page)
  await first.quit()
  writePast(userDataDir)

  const { page, quit } = await launch({ userDataDir })
  try {
    await ready(page)
    const activity = await showPanel(page, 'Activity')
    const find = activity.getByRole('button', { name: 'Find' })
    await find.focus()
    await page.keyboard.press('Enter')
    const field = activity.getByRole('searchbox', { name: 'Filter Activity' })
    await expect(field).toBeFocused()

    for (const id of [OID, CLOID, CLOID.toUpperCase().replace('0X', '0x'), ID]) {
      await field.fill(id)
      await expect(activity.getByText(/^Requested /)).toBeVisible()
      await expect(activity.getByRole('listitem')).toHaveCount(1)
      await expect(activity.getByText('1 found')).toBeVisible()
    }
    // The longer ids do not fit into the field.
    await field.fill(OID)
    await expect(activity.getByText('1 found')).toBeVisible()
    expect(await clippedIn(activity)).toEqual([])

    await test.step('opens it by keyboard', async () => {
      await page.keyboard.press('ArrowDown')
      const row = activity.getByRole('button', { name: /(Buy|Bought) 12 NYCTMP1/ })
      await expect(row).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(activity.getByText('Its steps are no longer stored.')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    await test.step('searches the listed rows for other words', async () => {
      await field.fill('no such thing')
      await expect(activity.getByText('No matches.')).toBeVisible()
      await field.press('Escape')
      await expect(field).toHaveCount(0)
      await expect(find).toBeFocused()
    })
  } finally {
    await quit()
  }
})
