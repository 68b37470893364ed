import { describe, expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import { RESULTS_BY } from '../../../contract/books/index.ts'
import { mount } from '../../testing/mount.tsx'
import { all, check, choose, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const ANOTHER = '0x00000000000000000000000000000000000000ab' as Address

describe('the panel "P&L"', () => {
  it('reports that nothing was traded yet', async () => {
    await mount(['results'], {
      before: (terminal) => terminal.alter('readResults', (results) => ({ ...results, days: [] })),
    })
    await choose(panel('P&L').getByRole('button', { name: /^Time: / }), /^All/)
    await expect.element(panel('P&L').getByText(MESSAGES.ever)).toBeVisible()
  })

  it('shows results to the cent and every digit on hover, in its figures and by day, bucket, market and family', async () => {
    await mount(['results'], {
      before: (terminal) =>
        terminal.alter('readResults', (results) => ({
          ...results,
          days: results.days
            .filter(({ family }) => family === 'scalar')
            .map((day) => ({
              ...day,
              realised: '1.234567' as typeof day.realised,
              fees: '2.902986' as typeof day.fees,
            })),
        })),
    })
    const figures = panel('P&L').getByLabelText('P&L in USDC')
    await expect.element(figures).toMatchTextContent(/P&L−.1\.67/)
    await expect.element(figures).toMatchTextContent(/Hit rate—/)
    for (const by of RESULTS_BY) {
      await check(panel('P&L').getByRole('radio', { name: `By ${by}` }))
      const rows = panel('P&L')
        .getByRole('grid', { name: `P&L by ${by}` })
        .getByRole('row')
      await expect.poll(() => rows.elements().length).toBe(2)
      await expect.element(rows.nth(1)).toMatchTextContent(/−.1\.67/)
      expect(all(rows.nth(1), '[title="−1.668419"]')).toHaveLength(1)
      if (by === 'bucket' || by === 'market') await expect.element(rows.nth(1)).toMatchTextContent('NYCTMP1')
    }
  })

  it('never shows the figures of one wallet for another, not even while those are read', async () => {
    const { terminal, play } = await mount(['results'])
    const figures = panel('P&L').getByLabelText('P&L in USDC')
    await expect.element(figures).toBeVisible()
    const { identity } = terminal.payload({ kind: 'session' })
    if (identity === null) throw new Error('nobody is signed in')
    for (const name of ['readResults', 'readEquity'] as const) terminal.answer(name, () => new Promise<never>(() => {}))
    terminal.change({ kind: 'session' }, { identity: { ...identity, wallet: ANOTHER } })
    await play(1000)
    await expect.element(figures).not.toBeInTheDocument()
  })

  it('lists external changes by name, and the rest as unexplained', async () => {
    await mount(['results'], {
      before: (terminal) =>
        terminal.alter('readEquity', ({ from, ...view }) => {
          if (from === null) throw new Error('no sample was recorded')
          const at = (from.at + 1000) as typeof from.at
          const change = {
            id: '1',
            at,
            after: from.at,
            balance: 'usdc',
            amount: '250.5',
            cause: 'outside',
            as: 'deposit',
          }
          const usdc = (Number(from.classes.usdc) + 250.5).toFixed(6)
          return {
            ...view,
            from,
            latest: { ...from, at, classes: { ...from.classes, usdc } },
            changes: [change],
          } as never
        }),
    })
    const figures = panel('P&L').getByLabelText('P&L in USDC')
    await expect.element(figures).toMatchTextContent(/Transfers\+.250\.50/)
    await expect.element(figures).toMatchTextContent(/Unexplained0\.00/)
  })
})
