import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { ActionRecord } from '../../../contract/action.ts'
import type { BalanceChange, EquitySample } from '../../../contract/books/index.ts'
import { add, type Decimal, price, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

/** As on screen. */
const MORE = '+\u00a0250.50'

/** A balance change that nothing explains, found between two reads of the account. */
const change = (after: number, as: BalanceChange['as']): BalanceChange =>
  ({
    ...{ id: '1', at: after + 500, after, balance: 'usdc', amount: '250.5', cause: 'outside', as },
  }) as unknown as BalanceChange

const row = (name: string): Locator =>
  panel('Balances')
    .getByRole('table')
    .getByRole('row', { name: new RegExp(`^${name} [\\d,]`) })
/** The sentence over all collaterals that contains this; those of single collaterals come after it. */
const said = (text: string): Locator => panel('Balances').getByText(text, { exact: false }).first()
/** The total of a row, as on screen. */
const total = (name: string): string => all(row(name), 'td:last-child')[0]?.innerText ?? ''
const amount = (text: string): Decimal => price(text.replaceAll(',', ''))
/** An equity sample shortly after the opening, with this much more money. */
const later = (from: EquitySample, more: number): EquitySample => {
  const usdc = (Number(from.classes.usdc) + more).toFixed(6)
  return { ...from, at: (from.at + 900) as typeof from.at, classes: { ...from.classes, usdc: usdc as never } }
}

describe('the balances', () => {
  it('include every class of collateral in the equity, which equals that of the top bar', async () => {
    await mount(['balances'])
    await expect.element(row(MESSAGES.classes.usdh)).toMatchTextContent('700.00')
    await expect.element(row(MESSAGES.classes.usdh_outcome)).toMatchTextContent('260.00')
    await expect.element(row(MESSAGES.classes.shares)).toMatchTextContent('40.00')
    await expect.element(row(MESSAGES.equity)).toBeVisible()
    const sum = Object.values(MESSAGES.classes).reduce<Decimal>((sum, name) => add(sum, amount(total(name))), ZERO)
    expect(signOf(subtract(amount(total(MESSAGES.equity)), sum))).toBe(0)
    await expect.element(page.getByRole('banner')).toMatchTextContent(total(MESSAGES.equity))
    await expect.element(page.getByRole('banner').getByText(/^Today/)).toBeVisible()
  })

  it('have the form that moves USDH behind a button', async () => {
    await mount(['balances'])
    const move = panel('Balances').getByRole('button', { name: MESSAGES.move })
    await move.click()
    await expect.element(panel('Balances').getByRole('form')).toBeVisible()
    await move.click()
    await expect.element(panel('Balances').getByRole('form')).not.toBeInTheDocument()
  })

  it('empty the amount of a move that is done, which would be too much by then', async () => {
    const { terminal } = await mount(['balances'], {
      before: (terminal) =>
        terminal.alter('readAccount', ({ money, ...account }) => ({
          ...{ ...account, money: { ...money, usdh: '1000.00' as never } },
        })),
    })
    await panel('Balances').getByRole('button', { name: MESSAGES.move }).click()
    const form = panel('Balances').getByRole('form')
    const field = form.getByRole('textbox', { name: 'Amount' })
    terminal.answer('submit', ({ requestId, intent }) => {
      const at = terminal.clock.now()
      const action = {
        ...{ id: requestId, intent, state: 'done', code: null, message: null, field: null, mismatches: [], oid: null },
        ...{ steps: [{ state: 'done', at, detail: null }], createdAt: at, updatedAt: at, cloid: null, filled: null },
      } as unknown as ActionRecord
      terminal.publish({ kind: 'actions' }, [action, ...terminal.payload({ kind: 'actions' })])
      return { ok: true, value: { actionId: requestId, repeated: false } }
    })
    await field.fill('600')
    await form.getByRole('button', { name: /^Move USDH/ }).click()
    await expect.poll(() => terminal.inputs('submit').length).toBe(1)
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  })

  it('explain the change of equity as of a stated time, and show the unexplained part', async () => {
    const { terminal } = await mount(['balances'])
    await expect.element(said(', as of ')).toMatchTextContent(/, as of \d\d:\d\d:\d\d: /)
    await expect.element(said(MESSAGES.unexplained('0.00'))).toBeVisible()
    const changes = (as: BalanceChange['as'], version: number): void => {
      terminal.alter('readEquity', ({ from, ...view }) => ({
        ...{ ...view, from },
        ...(from === null ? {} : { latest: later(from, 250.5), changes: [change(from.at, as)] }),
      }))
      terminal.change({ kind: 'equity' }, { version })
    }
    changes(null, 7)
    await expect.element(said(MESSAGES.unexplained(MORE))).toBeVisible()
    changes('deposit', 8)
    await expect.element(said(`${MESSAGES.named('deposit', MORE)}, ${MESSAGES.unexplained('0.00')}`)).toBeVisible()
  })
})
