/** Limits in a window: loosening is confirmed in main's own dialog, delayed, and can be withdrawn; tightening takes effect at once. */

import { MESSAGES as LIMITS } from '../src/panels/limits/messages.ts'
import { openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('loosening a limit is confirmed after any click, waits visibly, and can be withdrawn; tightening takes effect at once', async ({
  asNewTrader,
}) => {
  const { page, bridge, terminal, spoil } = await asNewTrader()
  spoil()
  const { boxes } = terminal
  const limits = await openPanel(page, 'Limits')
  const field = limits.getByRole('textbox', { name: 'Max order value', exact: true })
  const save = limits.getByRole('button', { name: LIMITS.save })
  const shownBefore = (await boxes.shown()).length

  await field.fill('300000')
  await expect(limits).toContainText(LIMITS.loosens)
  await save.click()
  await expect(limits).toContainText('You canceled')
  expect((await boxes.shown()).at(-1)?.detail).toContain('Max order value 250,000 → 300,000 USDC')

  await boxes.press('Loosen')
  await save.click()
  const waits = limits.getByText(/Max order value 250,000 → 300,000 USDC. In effect in \d+ s/)
  await expect(waits).toBeVisible()
  await boxes.press()
  await expect(field).toHaveValue('250000')
  expect((await boxes.shown()).length).toBe(shownBefore + 2)
  await limits.getByRole('button', { name: LIMITS.takeBackOf('Max order value 250,000 → 300,000 USDC') }).click()
  await expect(waits).toHaveCount(0)

  await field.fill('200000')
  await save.click()
  await expect(limits).toContainText('Saved.')
  await expect(field).toHaveValue('200000')
  expect((await boxes.shown()).length).toBe(shownBefore + 2)
  // No request of a page shortens a delay.
  expect(await bridge.call('withdrawLimit', { field: 'orderValue' })).toMatchObject({
    ok: false,
    error: { code: 'not_waiting' },
  })
})
