/** The trader's limits tested from a window: run beside real trading, read, saved, and nothing left behind. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { violations } from './support/axe.ts'
import { chooseInView, openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

/** A run takes seconds; this machine may be busy. */
const WITHIN = 150_000

for (const size of [
  { width: 1280, height: 800 },
  { width: 960, height: 600 },
]) {
  test(`the limits are tested, told row by row and saved as a page, at ${size.width}×${size.height}`, async ({
    asNewTrader,
  }) => {
    test.setTimeout(2 * WITHIN)
    const { page, bridge, terminal } = await asNewTrader(size)
    const before = await bridge.call('readOrderHistory', { limit: 50, before: null })
    const limits = await openPanel(page, 'Limits')
    await limits.getByRole('button', { name: 'Test my limits' }).click()
    const box = page.getByRole('dialog', { name: 'Test my limits' })
    await expect(box.getByRole('progressbar', { name: 'Limits tried' })).toBeVisible()
    await expect(box).toContainText(/\d+ of 20 done\. Now: /)
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])

    await expect(box).toContainText('None failed', { timeout: WITHIN })
    const row = box.getByRole('row', { name: /^Largest order 250,000 USDC/ })
    await expect(row).toContainText('Passed')
    await expect(row).toContainText("this terminal's limit for one order is 250,000 USDC. The venue has nothing of it.")
    await expect(row).toContainText('Went out; the venue has it.')
    await expect(box.getByRole('row', { name: /^Worst case none/ })).toContainText('Off: nothing protects against')
    await expect(box.getByRole('row', { name: /^Kill/ })).toContainText('is killed')
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])

    const folder = mkdtempSync(join(tmpdir(), 'isotherm-limits-'))
    const path = join(folder, 'limits.html')
    await terminal.boxes.save(path)
    await box.getByRole('button', { name: 'Save…' }).click()
    await expect(box).toContainText('Saved.')
    await terminal.boxes.save(null)
    const saved = readFileSync(path, 'utf8')
    expect(saved).toContain('<h1>Test of limits</h1>')
    expect(saved).toContain('None failed')
    expect(saved).not.toContain('<script')
    rmSync(folder, { recursive: true })
    await box.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(box).toContainText('Copied.')

    // What the trader has was not touched, and of the test nothing is on disk.
    expect(await bridge.call('readOrderHistory', { limit: 50, before: null })).toEqual(before)
    expect(existsSync(join(terminal.userDataDir, 'limits-test'))).toBe(false)
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  })
}

test('a test of the limits is cancelled by closing it, and the palette begins another', async ({ asNewTrader }) => {
  test.setTimeout(2 * WITHIN)
  const { page } = await asNewTrader({ width: 1280, height: 800 })
  await chooseInView(page, /^Test my limits/)
  const box = page.getByRole('dialog', { name: 'Test my limits' })
  await expect(box).toContainText(/of 20 done/)
  await box.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toHaveCount(0)
  // What was cancelled may take a moment to end: another one waits for that, and is not refused.
  await chooseInView(page, /^Test my limits/)
  await expect(box).toContainText(/[1-9]\d? of 20 done/, { timeout: WITHIN })
  await box.getByRole('button', { name: 'Cancel' }).click()
})
