import { expect, it } from 'vitest'
import type { BalanceChange } from '../../../contract/books/index.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { choose, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

/** One external change of the balance. */
function changes(terminal: FakeTerminal, as: BalanceChange['as']): void {
  const change = {
    ...{ id: '1', at: 1772629812500, after: 1772629812000, balance: 'usdc', amount: '250.5', cause: 'outside', as },
  } as unknown as BalanceChange
  terminal.alter('readTransfers', (view) => ({ ...view, changes: [change] }))
}

it('an unexplained balance change is a row with the name given to it', async () => {
  const { terminal } = await mount(['transfers'], { before: (terminal) => changes(terminal, null) })
  const transfers = panel('Transfers and conversions')
  const row = transfers.getByRole('row', { name: /250\.50/ })
  await expect.element(row).toMatchTextContent(MESSAGES.causes.outside)
  await expect
    .element(transfers.getByLabelText(MESSAGES.totals))
    .toMatchTextContent(`${MESSAGES.totalUnexplained('USDC')}+ 250.50`)
  await choose(
    transfers.getByRole('button', { name: `USDC ${MESSAGES.came}, 250.5 USDC`, exact: false }),
    MESSAGES.names.deposit,
  )
  expect(terminal.inputs('renameBalanceChange')).toEqual([{ id: '1', as: 'deposit' }])
  changes(terminal, 'deposit')
  terminal.change({ kind: 'equity' }, { version: 7 })
  await expect.element(row).toMatchTextContent(MESSAGES.names.deposit)
  await expect
    .element(transfers.getByLabelText(MESSAGES.totals))
    .toMatchTextContent(`${MESSAGES.totalUnexplained('USDC')}0.00`)
})
