import { describe, expect, it, onTestFinished } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { violations } from '../testing/axe.ts'
import { mount } from '../testing/mount.tsx'
import { all, boxOf, focus, focused, gone, panel, press } from '../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const TICKET = [['ticket', 'scalar/live']] as const

const said = (): Locator => page.getByRole('status').filter({ hasText: 'Glossary' })
const dialog = (name: 'Glossary' | 'Guide'): Locator => page.getByRole('dialog', { name, exact: true })
const force = (): Locator => panel('Order ticket').getByRole('radio', { name: 'ALO' })
const pointAt = (x: number, y: number): Promise<void> => commands.input([['move', x, y]])

/** Opens a window without a hovered element; open help is closed after the test. */
async function open(): Promise<void> {
  await mount(TICKET)
  await pointAt(3, 3)
  onTestFinished(async () => {
    await press('Escape')
    await gone(page.getByRole('dialog'))
  })
  await expect.element(force()).toBeInTheDocument()
}
async function restsOn(label: Locator): Promise<void> {
  const { x, y, width, height } = boxOf(label)
  await pointAt(x + width / 2, y + height / 2)
  await expect.element(said()).toBeVisible()
}

describe('help', () => {
  it('explains a label on hover, beside it, until the pointer leaves', async () => {
    await open()
    await restsOn(force())
    await expect.element(said()).toMatchTextContent('Add liquidity only')
    const [explained, box] = [boxOf(force()), boxOf(said())]
    expect(box.top >= explained.bottom || box.bottom <= explained.top).toBe(true)
    await pointAt(5, 5)
    await gone(said())
  })

  it('leads from an explanation into the glossary', async () => {
    await open()
    await restsOn(force())
    const { x, y, width, height } = boxOf(said().getByRole('button', { name: 'Glossary' }))
    const from = boxOf(force())
    // The pointer moves from the label into the explanation.
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await pointAt(from.x + (x + width / 2 - from.x) * part, from.y + (y + height / 2 - from.y) * part)
    }
    await commands.input([['down'], ['up']])
    await expect.element(dialog('Glossary')).toBeVisible()
    expect(all(dialog('Glossary'), 'dt')[0]?.textContent).toContain('ALO')
  })

  it('explains the focused field on F1, and keeps its text', async () => {
    await open()
    const price = panel('Order ticket').getByRole('textbox', { name: /price/i }).first()
    // F1 concerns what was used last: keys, not the pointer.
    focus(price)
    await press('5', '1', '2')
    await press('F1')
    await expect.element(said()).toBeVisible()
    await focused(price)
    await expect.element(price).toHaveValue('512')
    await press('Escape')
    await gone(said())
  })

  it('has the guide in the terminal, each section a click away', async () => {
    await open()
    await press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
    await palette.getByRole('combobox').fill('open the guide')
    await press('Enter')
    await expect.element(dialog('Guide').getByRole('heading', { name: 'The first minute' })).toBeVisible()
    expect(await violations()).toEqual([])
    await dialog('Guide').getByRole('button', { name: 'When something goes wrong' }).click()
    await expect.element(dialog('Guide').getByRole('heading', { name: 'Something looks wrong' })).toBeInViewport()
  })

  it('opens the glossary on F1 where nothing is explained, searched by typing', async () => {
    await open()
    await press('F1')
    const glossary = dialog('Glossary')
    await expect.element(glossary.getByText('Merge question', { exact: true })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await glossary.getByRole('textbox', { name: 'Search terms' }).fill('alo')
    await expect.poll(() => all(glossary, 'dt')[0]?.textContent).toContain('ALO')
    await glossary.getByRole('textbox', { name: 'Search terms' }).fill('no such word')
    await expect.element(glossary).toMatchTextContent(MESSAGES.noTerm)
    await press('Escape')
    await gone(glossary)
  })
})
