/** The terminal's clipboard with text copied by another program: text copied by a window of the terminal is never imported as a secret. */
import type { BrowserContext, Page } from '@playwright/test'

type Put = (text: string) => Promise<unknown>

const clipboards = new WeakMap<BrowserContext, Put>()

/** For the pages of a terminal. */
export const clipboardIs = (context: BrowserContext, put: Put): void => void clipboards.set(context, put)

/** @throws Error when the page belongs to no terminal started by `launch`. */
export async function copiesElsewhere(page: Page, text: string): Promise<void> {
  const put = clipboards.get(page.context())
  if (put === undefined) throw new Error('the clipboard of this page is not known')
  await put(text)
}
