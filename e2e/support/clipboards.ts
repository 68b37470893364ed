/** The clipboard that a terminal sees, as another program puts a text on it: what a window of the terminal copied is no secret to be imported. */
import type { BrowserContext, Page } from '@playwright/test'

type Put = (text: string) => Promise<unknown>

const clipboards = new WeakMap<BrowserContext, Put>()

/** For the pages of a terminal. */
export const clipboardIs = (context: BrowserContext, put: Put): void => void clipboards.set(context, put)

/** @throws Error where the page is of no terminal that was started by `launch`. */
export async function copiesElsewhere(page: Page, text: string): Promise<void> {
  const put = clipboards.get(page.context())
  if (put === undefined) throw new Error('the clipboard of this page is not known')
  await put(text)
}
