/** Desktop integration: entries of the application menu run in the window in front, like in the palette. */
import { expect, test } from '@playwright/test'
import { launch } from './support/terminal.ts'

test('a menu entry runs in its window as from the palette, and not behind a dialog', async () => {
  const terminal = await launch()
  const { deeds, page } = terminal
  test.skip(deeds === null, 'the menu of Electron is the system’s')
  if (deeds === null) return
  try {
    const look = async () => (await deeds({ action: 'look' }))[0]
    const window = (await look())?.id ?? 0
    const palette = page.getByRole('dialog', { name: /Find a command/ })
    // The menu is updated shortly after the window's commands.
    await expect.poll(async () => (await look())?.menu).toEqual(expect.arrayContaining(['palette', 'trade/flatten']))
    await deeds({ action: 'menu', item: 'palette', window })
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)

    await deeds({ action: 'menu', item: 'trade/flatten', window })
    const preview = page.getByText('Enter flatten · Esc discard')
    await expect(preview).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)

    await deeds({ action: 'menu', item: 'palette', window })
    await expect(palette).toBeVisible()
    await deeds({ action: 'menu', item: 'trade/flatten', window })
    await expect(page.getByText('A dialog is open in this window')).toBeVisible()
    await expect(preview).toHaveCount(0)
  } finally {
    await terminal.quit()
  }
})
