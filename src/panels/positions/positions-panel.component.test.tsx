import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../../contract/conditional.ts'
import type { Size } from '../../../contract/decimal.ts'
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
const PLAN = '11111111-0000-4000-8000-000000000001'
const ID = '11111111-0000-4000-8000-000000000002'
const exits = () => panel(TABLE).getByRole('form', { name: MESSAGES.exitsOf('NYCTMP1') })

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
  const list = () => panel(TABLE).getByRole('list', { name: 'Unreadable Positions' })

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
    await expect.element(corner(TABLE)).toHaveAccessibleName('Columns and copy: Positions')
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

  it('has the exits that are set in its form, which changes them, and says what they cover', async () => {
    const { terminal } = await open()
    const at = { by: 'price', price: '530.00' }
    const plan = {
      ...{ id: PLAN, name: null, role: 'stop', entry: null, isEntryOver: true, covers: '8', size: '8', filled: '8' },
      ...{ gone: '0', best: null, moved: null, tick: '0.01', entryPx: '545', lot: '0.0001', entryFee: null },
      ...{ isPriced: true, takerBps: null },
      terms: { stop: at, targets: [], breakEven: null, trail: null, outBefore: null },
    }
    const stop = {
      ...{ id: ID, target: { family: 'scalar', asset: 'NYCTMP1', end: 0 }, kind: 'stop', position: 'long', plan },
      ...{ source: 'touch', direction: 'at_or_below', trigger: '530.00', percent: '100', state: 'armed', steps: [] },
      ...{ protection: { distance: '0.1', bound: null }, createdAt: 0, updatedAt: 0, attempt: 0, intent: null },
      ...{ actionId: null, message: null, until: null, paused: null, needs: null },
    } as unknown as ConditionalView
    terminal.publish({ kind: 'conditionals' }, [stop])
    await panel(TABLE)
      .getByRole('button', { name: MESSAGES.setExitsOf('NYCTMP1') })
      .click()
    await expect.element(exits().getByRole('textbox', { name: 'Stop' })).toHaveValue('530.00')
    await expect.element(exits().getByRole('textbox', { name: 'Size covered' })).toHaveValue('8')
    await expect.element(exits()).toMatchTextContent('This plan covers 8; 4 without exits.')
    await exits().getByRole('textbox', { name: 'Size covered' }).fill('')
    await exits().getByRole('button', { name: MESSAGES.changeExits }).click()
    await expect
      .poll(() => terminal.inputs('setExitPlan'))
      .toMatchObject([
        { replaces: PLAN, covers: null, source: 'touch', terms: { stop: { price: '530.00' }, targets: [] } },
      ])
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

  it('is closed by half with two clicks, of which the second shows the result beforehand, in a form that ends with it', async () => {
    const { terminal } = await open()
    await panel('Positions')
      .getByRole('button', { name: MESSAGES.closePart('NYCTMP1') })
      .click()
    const half = panel('Positions').getByRole('button', { name: /^Close 6 \(50 %\)/ })
    await expect.element(half).toMatchTextContent(/fee \d+\.\d\d, P&L [+−]\s?\d+\.\d\d$/)
    await half.click()
    await expect.element(panel('Positions').getByRole('button', { name: /\(50 %\)/ })).toBeDisabled()
    expect(terminal.inputs('submit').map(({ intent }) => intent)).toMatchObject([
      { kind: 'close', asset: 'NYCTMP1', size: '6.0000' },
    ])
    terminal.alter('readAccount', (account) => ({
      ...account,
      positions: account.positions.map((one) => ({ ...one, size: '6' as Size })),
    }))
    terminal.publish({ kind: 'account_version' }, 20)
    await expect.element(half).not.toBeInTheDocument()
  })
})
