/** Tables of component tests, operated by their heads and by the menu in their corner. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { FakeTerminal } from './fake-terminal.ts'
import { all, check, gone, press } from './screen.ts'

export const grid = (table: string): Locator => page.getByRole('grid', { name: table, exact: true })
/** The rows, from the top down. */
export const rows = (table: string): readonly HTMLElement[] => all(grid(table), '[data-row]')
/** The texts of a column, by its id. */
export const texts = (table: string, column: string): readonly string[] =>
  all(grid(table), `[data-row] [data-column="${column}"]`).map(({ innerText }) => innerText.trim())
export const head = (table: string, title: string): Locator =>
  grid(table).getByRole('columnheader', { name: new RegExp(`^${title}`) })
export const corner = (table: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Columns and copy: ${table}(\\.|$)`) })
const menuOf = (table: string): Locator => page.getByRole('dialog', { name: `Columns and copy: ${table}` })

export const sorts = (table: string, title: string): Promise<void> => head(table, title).getByRole('button').click()

async function choosesInMenu(table: string, name: string): Promise<void> {
  await corner(table).click()
  await menuOf(table).getByRole('button', { name }).click()
  await gone(menuOf(table))
}

/** Runs actions in the menu of a table, which stays open until it is closed. */
export async function inMenu(table: string, act: (menu: Locator) => Promise<void>): Promise<void> {
  await corner(table).click()
  await act(menuOf(table))
  await press('Escape')
  await gone(menuOf(table))
}

/** Toggles an entry of the menu. */
const turns = (table: string, name: string): Promise<void> =>
  inMenu(table, (menu) => check(menu.getByRole('checkbox', { name, exact: true })))

/** Makes a table show every column, however narrow it is, or toggles that off. */
export const scrollsSideways = (table: string): Promise<void> =>
  turns(table, 'Scroll horizontally instead of hiding columns')

/** Hides a column of a table, and shows it again. */
export async function chooses(table: string, title: string): Promise<void> {
  await turns(table, title)
  await gone(head(table, title))
  await turns(table, title)
  await expect.element(head(table, title)).toBeInTheDocument()
}

/** Filters the rows of a table, and clears the filter. */
export async function filters(table: string, text: string, left: number): Promise<void> {
  const before = rows(table).length
  await choosesInMenu(table, 'Filter rows')
  await page.getByRole('searchbox', { name: new RegExp(table) }).fill(text)
  await expect.poll(() => rows(table).length).toBe(left)
  await press('Escape')
  await expect.poll(() => rows(table).length).toBe(before)
}

/** All further texts around a table: the message in its foot disappears by itself. */
function textFrom(table: string): () => string {
  const around = grid(table).element().closest('[data-panel]') ?? document.body
  const messages: string[] = []
  new MutationObserver(() => messages.push(around.textContent)).observe(around, {
    ...{ subtree: true, childList: true, characterData: true },
  })
  return () => messages.join('\n')
}

/** Copies every row of a table, as text and as CSV, each with its header line. */
export async function copies(terminal: FakeTerminal, table: string): Promise<void> {
  const { length } = rows(table)
  const count = length === 1 ? '1 row' : `${length} rows`
  const said = textFrom(table)
  const lines = () => terminal.inputs('copyText').map(({ text }) => text.trim().split('\n').length)
  await choosesInMenu(table, 'Copy all rows as Text')
  await expect.poll(said).toContain(`Copied ${count}.`)
  await choosesInMenu(table, 'Copy all rows as CSV')
  await expect.poll(said).toContain(`Copied ${count} as CSV.`)
  // Text has a header line for several rows.
  expect(lines()).toEqual([length > 1 ? length + 1 : length, length + 1])
}
