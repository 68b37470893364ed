import { describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/ipc.ts'
import type { Settings } from '../../../contract/settings-table.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { panel } from '../../testing/screen.ts'
import {
  chooses,
  copies,
  corner,
  filters,
  grid,
  inMenu,
  rows,
  scrollsSideways,
  sorts,
  texts,
} from '../../testing/table.ts'
import { MESSAGES } from './messages.ts'

const TABLE = 'Positions'

type Account = OutputOf<'readAccount'>

/** One position of 12, in a panel that lacks space for everything. */
async function open(settings: Partial<Settings> = {}, unreadable: Account['unreadable'] = []): Promise<Mounted> {
  const mounted = await mount(['positions'], {
    settings,
    size: { width: 620, height: 500 },
    before: (terminal) =>
      terminal.alter('readAccount', (account) => ({
        ...account,
        unreadable,
        positions: account.positions.filter(({ family }) => family === 'scalar'),
      })),
  })
  await expect.poll(() => rows(TABLE).length).toBe(1)
  return mounted
}

describe('an unreadable position', () => {
  const text = '{"asset":"#36010","entry_px":null}'
  const row = { list: 'positions', text, asset: '#36010', time: null, reason: 'entry_px is missing.' }
  const unreadable = (more: object = {}) => [{ ...row, ...more }] as unknown as Account['unreadable']
  const list = () => panel(TABLE).getByRole('list', { name: 'Positions that cannot be read' })

  it('is a row below the others with its text and the reason', async () => {
    await open({}, unreadable())
    await expect.element(list().getByRole('listitem')).toMatchTextContent(`#36010 entry_px is missing. ${text}`)
    expect(rows(TABLE)).toHaveLength(1)
  })

  it('asks for its acknowledgement on a click of its button, and states at once what it counts as', async () => {
    const { terminal } = await open({}, unreadable())
    terminal.answer('acknowledgeUnreadable', () => {
      terminal.alter('readAccount', (account) => ({
        ...account,
        unreadable: unreadable({ worth: '25', acknowledged: true }),
      }))
      return { ok: true, value: null }
    })
    await list().getByRole('button', { name: 'Acknowledge…' }).click()
    await expect.element(list().getByRole('listitem')).toMatchTextContent('Acknowledged, counts at 25.')
    expect(terminal.inputs('acknowledgeUnreadable')).toEqual([{ list: 'positions', text }])
    await expect.element(list().getByRole('button')).not.toBeInTheDocument()
  })
})

describe('a position', () => {
  it('has its hidden columns named in the corner of its table', async () => {
    await open()
    await expect.element(corner(TABLE)).toHaveAccessibleName(/\. No room for .* and Age$/)
    await inMenu(TABLE, (menu) =>
      expect.element(menu.getByRole('listitem').filter({ hasText: 'To mark' })).toMatchTextContent('no room'),
    )
    await scrollsSideways(TABLE)
    await expect.element(corner(TABLE)).toHaveAccessibleName('Columns and copies of Positions')
    const { parentElement } = grid(TABLE).element()
    expect(parentElement?.scrollWidth).toBeGreaterThan(parentElement?.clientWidth ?? 0)
    await scrollsSideways(TABLE)
    await expect.element(corner(TABLE)).toHaveAccessibleName(/No room for/)
  })

  it.each([
    ['mark', 'Mark'],
    ['temperature', '°F'],
  ] as const)('has the prices of its exits typed in the preferred unit, like tickets: %s', async (prices, name) => {
    await open({ prices })
    await panel(TABLE)
      .getByRole('button', { name: new RegExp(MESSAGES.setExitsOf('')) })
      .click()
    const units = panel(TABLE).getByRole('radiogroup', { name: 'Prices in' })
    await expect.element(units.getByRole('radio', { name })).toBeChecked()
  })

  it('shows how far the mark moved from its entry, and its opening time', async () => {
    await open()
    await scrollsSideways(TABLE)
    await expect.poll(() => texts(TABLE, 'distance')).toEqual([expect.stringMatching(/^([+−]\s)?\d+ ticks?/)])
    await expect.poll(() => texts(TABLE, 'age')).toEqual([expect.stringMatching(/^\d+ s$/)])
  })

  it('can be sorted, filtered and copied, with a choice of columns', async () => {
    const { terminal } = await open()
    await scrollsSideways(TABLE)
    await sorts(TABLE, 'Age')
    await chooses(TABLE, 'Liquidation')
    await filters(TABLE, 'nothing of that name', 0)
    await copies(terminal, TABLE)
  })

  it('is closed by half with two clicks, of which the second shows the result beforehand', async () => {
    const { terminal } = await open()
    await panel('Positions')
      .getByRole('button', { name: MESSAGES.closePart('NYCTMP1') })
      .click()
    const half = panel('Positions').getByRole('button', { name: /^Close 6 \(50 %\)/ })
    await expect.element(half).toMatchTextContent(/fee \d+\.\d\d, result [+−]\s?\d+\.\d\d$/)
    await half.click()
    await expect.element(panel('Positions').getByRole('button', { name: /\(50 %\)/ })).toBeDisabled()
    expect(terminal.inputs('submit').map(({ intent }) => intent)).toMatchObject([
      { kind: 'close', asset: 'NYCTMP1', size: '6.0000' },
    ])
  })
})
