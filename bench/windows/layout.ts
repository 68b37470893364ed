/** What the windows of the bench show. */
import type { Page } from '@playwright/test'
import { STAMP } from '../paint/start-sender.ts'

/**
 * Arranges a window and waits until its book is on the screen: the panels of a first start, all of them on the live market.
 * @param _window counted from 0; where windows can be on different markets, each is on its own.
 */
export async function arrange(page: Page, _window: number): Promise<void> {
  await page.locator(STAMP).first().waitFor({ state: 'attached' })
}
