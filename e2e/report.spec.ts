/** A problem report: shown in full, without secrets, and saved verbatim. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { violations } from './support/axe.ts'
import { chooseInView, openPanel, panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('a report is shown in full, contains no secret, and is saved as shown', async ({ asNewTrader }) => {
  const { page, terminal, trader } = await asNewTrader({ width: 1280, height: 800 })
  await chooseInView(page, /^Report a problem/)
  const box = page.getByRole('dialog', { name: 'Report a problem' })
  const field = box.getByRole('textbox', { name: 'The report' })
  await expect(field).toHaveValue(/## Deployment\n(.*\n)*connection live/)
  await expect(box).toContainText('Nothing is sent automatically')
  const bare = await field.inputValue()
  expect(bare.toLowerCase()).not.toContain(trader.address.toLowerCase())
  expect(bare).not.toContain(`${homedir()}/`)
  expect(bare).toContain('## Log, without details')
  expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])

  await box.getByRole('checkbox', { name: /Include details/ }).check()
  await expect(field).toHaveValue(/## Log\n/)
  const full = await field.inputValue()
  expect(full.toLowerCase()).not.toContain(trader.address.toLowerCase())
  expect(full).not.toMatch(/eyJ[\w-]{4,}\./)
  expect(full).not.toMatch(/[0-9a-fA-F]{64}/)

  const folder = mkdtempSync(join(tmpdir(), 'isotherm-report-'))
  const path = join(folder, 'report.txt')
  await box.getByRole('button', { name: 'Save to a file…' }).click()
  expect(existsSync(path)).toBe(false)
  await terminal.boxes.save(path)
  await box.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(box).toContainText('Saved.')
  await terminal.boxes.save(null)
  expect(readFileSync(path, 'utf8')).toBe(full)
  rmSync(folder, { recursive: true })

  await box.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(box).toContainText('Copied.')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
})

test('the name of the station opens the market info, and so does a command', async ({ asNewTrader }) => {
  const { page } = await asNewTrader({ width: 1280, height: 800 })
  const card = page.getByRole('dialog', { name: 'Market info' })
  await panel(page, 'Bucket').getByRole('button', { name: 'KNYC Central Park, New York. Market info' }).click()
  await expect(card).toContainText('KNYC Central Park, New York')
  await expect(card).toContainText(/This one: \d\d:\d\d to \d\d:\d\d/)
  await expect(card).toContainText(/Live: NYCTMP\d\. Next: NYCTMP\d/)
  expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await chooseInView(page, /^Market info/)
  await expect(card).toContainText('average of the mark over the last')
})

test('Account names the system for which the trader’s own wallet signs direct orders', async ({ asNewTrader }) => {
  const { page, venue } = await asNewTrader({ width: 1280, height: 800 })
  const facts = (await openPanel(page, 'Account')).getByRole('region', { name: 'Your wallet' })
  const { chainId, verifyingContract } = (venue.directOrder as { domain: Record<string, string> }).domain
  await expect(facts).toContainText('Signs direct orders for')
  await expect(facts).toContainText(chainId === undefined ? 'empty domain' : `chain ${Number(chainId)}`)
  if (verifyingContract !== undefined && !/^0x0+$/.test(verifyingContract)) {
    await expect(facts).toContainText(verifyingContract)
  }
})
