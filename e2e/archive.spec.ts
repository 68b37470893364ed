/** Actions of long ago: archived by themselves, and found by their ids in Activity. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { violations } from './support/axe.ts'
import { clippedIn } from './support/clipped.ts'
import { addOldActions, leftInJournal } from './support/old-actions.ts'
import { ready, showPanel } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'

const HALF_A_YEAR = 183 * 86_400_000

/** The middle of the month of a moment. */
function monthAt(time: number) {
  const { year, month } = { year: new Date(time).getUTCFullYear(), month: new Date(time).getUTCMonth() }
  const at = new Date(Date.UTC(year, month, 15, 12))
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
  return { at: at.getTime(), file: `journal-${at.toISOString().slice(0, 7)}.sqlite`, name }
}

test('what ended long ago is archived by itself, and found by its ids', async () => {
  const userDataDir = newDataDir()
  const first = await launch({ userDataDir })
  await ready(first.page)
  await first.quit()
  const [one, other] = [monthAt(Date.now() - HALF_A_YEAR), monthAt(Date.now() - HALF_A_YEAR / 2)]
  const madeAt = [one, other].flatMap(({ at }) => Array.from({ length: 10 }, (_, i) => at + i))
  const old = addOldActions(userDataDir, madeAt)

  const { page, quit } = await launch({ userDataDir })
  try {
    await ready(page)
    await expect.poll(() => leftInJournal(userDataDir, other.at + 1_000)).toBe(0)
    const archive = join(userDataDir, 'archive')
    expect(readdirSync(archive).toSorted()).toEqual([one.file, `${one.file}.gz`, other.file, `${other.file}.gz`])
    const activity = await showPanel(page, 'Activity')
    const find = activity.getByRole('button', { name: 'Find' })
    await find.focus()
    await page.keyboard.press('Enter')
    const field = activity.getByRole('searchbox', { name: 'Filter Activity' })
    await expect(field).toBeFocused()

    for (const id of [old[3]?.oid, old[3]?.cloid, old[3]?.cloid.toUpperCase().replace('0X', '0x'), old[3]?.id]) {
      await field.fill(id ?? '')
      await expect(activity.getByText(`Archived in ${one.name}, asked for on`)).toBeVisible()
      await expect(activity.getByRole('listitem')).toHaveCount(1)
      await expect(activity.getByText('1 found')).toBeVisible()
    }

    await field.fill(old[3]?.oid ?? '')
    await expect(activity.getByText('1 found')).toBeVisible()
    expect(await clippedIn(activity)).toEqual([])

    await test.step('with its steps, by keyboard', async () => {
      await page.keyboard.press('ArrowDown')
      const row = activity.getByRole('button', { name: /(Buy|Bought) 12 NYCTMP1/ })
      await expect(row).toBeFocused()
      await page.keyboard.press('Enter')
      const steps = activity.getByRole('list', { name: 'Steps' })
      await expect(steps.getByRole('listitem')).toHaveCount(3)
      await expect(steps).toContainText(`sent as ${old[3]?.oid}`)
      expect(await violations(page)).toEqual([])
    })

    await test.step('as what is not archived, however old', async () => {
      await field.fill(String(70_000_000 + 20))
      await expect(activity.getByText(/^Asked for on /)).toBeVisible()
    })

    await test.step('and words are looked for in what is listed', async () => {
      await field.fill('no such thing')
      await expect(activity.getByText('Nothing here says that.')).toBeVisible()
      await field.press('Escape')
      await expect(field).toHaveCount(0)
      await expect(find).toBeFocused()
    })

    await test.step('a month that is gone is named where its action is asked for', async () => {
      for (const file of [other.file, `${other.file}.gz`]) rmSync(join(archive, file))
      await find.click()
      await field.fill(old[15]?.oid ?? '')
      await expect(activity.getByText(/was carried out by this terminal, but cannot be shown/)).toContainText(
        `The archive of ${other.name} (archive/${other.file}) is missing.`,
      )
      await expect(page.getByText('A month of the archive cannot be read').first()).toBeVisible()
    })
  } finally {
    await quit()
  }
})
