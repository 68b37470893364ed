import { expect, it } from 'vitest'
import { mount } from '../../testing/mount.tsx'
import { boxOf, panel } from '../../testing/screen.ts'

it('the prices of both sides stay in view in a low panel with large text', async () => {
  const size = { width: 320, height: 336 }
  const { play } = await mount([['phase', 'binary/active']], { size, settings: { textSize: 130 } })
  const down = panel('Binary phase').getByRole('region', { name: 'DOWN price' })
  await expect.element(down).toBeVisible()
  await play(1_000)
  expect(boxOf(down).bottom).toBeLessThanOrEqual(boxOf(panel('Binary phase')).bottom)
})
