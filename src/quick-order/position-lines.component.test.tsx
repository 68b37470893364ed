import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Fill } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import { YES } from '../testing/fake-terminal.ts'
import { mount } from '../testing/mount.tsx'
import { press } from '../testing/screen.ts'

it('a line that closes shares uses the last fee charged on a sale of shares, like the position row', async () => {
  await mount([['book', YES]], {
    before: (terminal) => {
      const asset = terminal.payload({ kind: 'markets' }).instruments.find(({ key }) => key === YES)?.asset
      const sale = { tid: '9', asset, side: 'sell', cause: 'trade', price: '0.50', size: '10', fee: '0.10' }
      terminal.alter('readFills', (fills) => [sale as unknown as Fill, ...fills])
    },
  })
  await press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  await palette.getByRole('combobox').fill('close 3')
  await press('Enter')
  await expect.element(page.getByRole('region', { name: 'Close preview' })).toMatchTextContent(/, fee \d/)
})

it('the preview of a stop closes when the stop is set', async () => {
  const { terminal, play } = await mount([['book', 'scalar/live']])
  await expect.element(page.getByRole('region', { name: /^Order book/ })).toBeVisible()
  await press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  await palette.getByRole('combobox').fill('sl 534.5')
  await expect.poll(() => palette.getByRole('option').first().element().textContent).toMatch(/534\.5/)
  await press('Enter')
  const preview = page.getByRole('region', { name: 'Stop preview' })
  await expect.element(preview).toHaveFocus()
  terminal.answer('moveConditional', () => ({ ok: true, value: { trigger: '534.50' as Price } }))
  await press('Enter')
  await expect.poll(() => terminal.inputs('moveConditional')).toMatchObject([{ trigger: '534.50' }])
  await expect.element(preview).toMatchTextContent(/Stop moved\./)
  await play(3000)
  await expect.element(preview).not.toBeInTheDocument()
})
