import { describe, expect, it } from 'vitest'
import type { ActivityRow, RowOf } from '../../../contract/activity.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { panel } from '../../testing/screen.ts'

const ACTIVITY = 'Activity'
const WIDE = { width: 1000, height: 700 }
const rowsIn = (): readonly string[] =>
  panel(ACTIVITY)
    .getByRole('listitem')
    .elements()
    .map((element) => element.textContent ?? '')

/** Has main list these rows. */
function lists(terminal: FakeTerminal, rows: readonly ActivityRow[]): void {
  const version = terminal.payload({ kind: 'activity' }) + 1
  terminal.answer('readActivity', () => ({
    ok: true,
    value: {
      account: terminal.payload({ kind: 'session' }).identity?.wallet ?? null,
      version,
      whole: true,
      rows,
      keys: rows.map(({ id }) => id),
    },
  }))
  terminal.publish({ kind: 'activity' }, version)
}

const recordedRows = (terminal: FakeTerminal): readonly ActivityRow[] => terminal.recorded('readActivity').rows
function recordedOrder(terminal: FakeTerminal): RowOf<'action'> {
  const found = recordedRows(terminal).find((row) => row.kind === 'action' && row.action.intent.kind === 'place')
  if (found?.kind !== 'action') throw new Error('no order was recorded')
  return found
}
function recordedExit(terminal: FakeTerminal): RowOf<'exit'> {
  const found = recordedRows(terminal).find(({ kind }) => kind === 'exit')
  if (found?.kind !== 'exit') throw new Error('no exit was recorded')
  return found
}

const AT = 1_772_629_830_000
const FILLS = {
  ...{ side: 'buy', size: '6', average: '545.301', fee: '0.29', realised: '0', token: 'USDC', at: AT },
}
/** A move whose new order has this state. */
const moved = ({ action }: RowOf<'action'>, state: string, fills: object | null): ActivityRow =>
  ({
    ...{ kind: 'move', id: 'm', at: AT, asset: 'NYCTMP1', reason: null, fills },
    move: {
      ...{ id: 'm', price: '545.30', size: '6', state: 'moved', at: AT, changedAt: AT, cancelId: 'c', placeIds: ['p'] },
      order: { asset: 'NYCTMP1', side: 'buy', price: '545.40', size: '6', filled: '0', oid: '1', cloid: null },
      ...{ filled: '0', placed: '6', message: null },
    },
    steps: [{ ...action, id: 'p', state, oid: '2', execution: fills }],
  }) as never

describe('the list', () => {
  it('follows main’s list and its changes', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const rows = recordedRows(terminal)
    await expect.poll(() => rowsIn().length).toBe(rows.length)
    const [top, ...below] = rowsIn()
    const [first, ...others] = rows
    if (first === undefined) throw new Error('nothing was recorded')
    lists(terminal, [...others, first])
    await expect.poll(rowsIn).toEqual([...below, top])
  })

  it('reports when it is empty', async () => {
    await mount(['activity'], { size: WIDE, before: (terminal) => lists(terminal, []) })
    await expect.element(panel(ACTIVITY)).toMatchTextContent(/No activity yet/)
  })
})

describe('a moved order', () => {
  it('is described by its move while it rests, and by its fills with price and fee once it has filled', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const order = recordedOrder(terminal)
    lists(terminal, [moved(order, 'resting', null)])
    await expect.poll(rowsIn).toEqual([expect.stringMatching(/Move buy 6 .*placed 6moved$/)])
    lists(terminal, [moved(order, 'filled', FILLS)])
    await expect
      .poll(rowsIn)
      .toEqual([
        expect.stringMatching(/Move buy 6 .*bought 6 at 545\.301 \(45\.30.°F\), fee 0\.29 USDC, .*placed 6filled$/),
      ])
  })
})

describe('a reversal', () => {
  it('shows the prices at which it closed and opened, its result and its fee', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const { action } = recordedOrder(terminal)
    const step = (id: string, average: string) => ({ ...action, id, execution: { ...FILLS, side: 'sell', average } })
    const reversal = {
      ...{ id: 'r', asset: 'NYCTMP1', size: '13.5', worst: '540', state: 'reversed', at: AT, changedAt: AT },
      ...{ closeId: 'x', openId: 'o', closed: '13.5', opened: '13.5', message: null },
    }
    const fills = { ...FILLS, side: 'sell', size: '27', fee: '6.63', realised: '-1.42' }
    const steps = [step('x', '545.10'), step('o', '545.08')]
    const shared = { id: 'r', at: AT, asset: 'NYCTMP1', reason: null }
    lists(terminal, [{ ...shared, kind: 'reversal', reversal, steps, fills } as never])
    await expect
      .poll(rowsIn)
      .toEqual([
        expect.stringMatching(
          /−.1\.42 realized, fee 6\.63 USDC, closed 13\.5 at 545\.10 \(45\.10.°F\), opened short 13\.5 at 545\.08 \(45\.08.°F\)reversed$/,
        ),
      ])
  })
})

describe('an exit', () => {
  it.each([
    ['armed', null, 'set'],
    ['armed', 'user', 'moved'],
    ['triggered', null, 'triggered'],
    ['cancelled', null, 'canceled'],
    ['expired', null, 'expired'],
    ['failed', null, 'failed'],
  ] as const)('that is %s, moved by %s, is a row that shows %s', async (state, by, text) => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const row = recordedExit(terminal)
    const reason = state === 'expired' ? 'The position is gone.' : null
    const exit = { ...row.exit, state, plan: { ...row.exit.plan, moved: by } }
    lists(terminal, [{ ...row, reason, exit }])
    await expect
      .poll(rowsIn)
      .toEqual([expect.stringMatching(new RegExp(`at 5\\d\\d\\.\\d\\d.*${text}${reason ?? ''}$`))])
  })

  it('that triggered shows the result of its close, and its steps when opened', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const row = recordedExit(terminal)
    const fills = { ...FILLS, side: 'sell', size: '10', average: '543.98', realised: '-4.64' }
    lists(terminal, [{ ...row, fills, exit: { ...row.exit, state: 'done', closed: '10' } } as never])
    const line = panel(ACTIVITY).getByRole('button', {
      name: /closed 10 at 543\.98 .*−.4\.64 realized, fee 0\.29 USDC/,
    })
    await expect.element(line).toMatchTextContent(/triggered$/)
    await line.click()
    await expect.element(panel(ACTIVITY).getByRole('list', { name: 'Steps' })).toMatchTextContent(/set/)
  })
})

describe('an order that ended', () => {
  it('shows the reason below its line, unless the cancel has a row of its own', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const row = recordedOrder(terminal)
    const ended = { ...row, action: { ...row.action, state: 'cancelled', filled: null, execution: undefined } } as never
    const reasons = ['The venue canceled it and gave no reason.', 'You canceled it.']
    lists(
      terminal,
      reasons.map((reason, at) => ({ ...(ended as RowOf<'action'>), id: `${at}`, reason })),
    )
    await expect
      .poll(rowsIn)
      .toEqual([
        expect.stringMatching(/canceledThe venue canceled it and gave no reason\.$/),
        expect.stringMatching(/canceled$/),
      ])
  })
})

describe('a flatten', () => {
  it('shows how much it closed, and each market when opened', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const market = { asset: 'NYCTMP1', cancelled: 2, orders: 2, position: 'closed', message: null }
    const report = { markets: [market], failures: [], stopped: [], unknown: [] }
    const flatten = { state: 'done', cancelOrders: true, report }
    lists(terminal, [{ kind: 'flatten', id: 'f', at: AT, asset: null, reason: null, flatten } as never])
    const line = panel(ACTIVITY).getByRole('button', { name: /Flatten closed 1 position, canceled 2 orders\s*done/ })
    await line.click()
    const markets = panel(ACTIVITY).getByRole('list', { name: 'Result by market' })
    await expect.element(markets).toMatchTextContent(/2 orders canceled, position closed/)
  })
})

describe('a scale', () => {
  it('shows its progress and the total of its fills', async () => {
    const { terminal } = await mount(['activity'], { size: WIDE })
    const orders = [
      { price: '544.90', size: '4' },
      { price: '544.70', size: '4' },
    ]
    const algo = {
      ...{ asset: 'NYCTMP1', side: 'buy', total: '8', state: 'resting', message: null, filled: '4', placed: 2 },
      terms: { kind: 'scale', orders, tif: 'GTC' },
    }
    const fills = { ...FILLS, size: '4', average: '544.90', fee: '0.21' }
    lists(terminal, [{ kind: 'algo', id: 's', at: AT, asset: 'NYCTMP1', reason: null, algo, fills } as never])
    await expect
      .poll(rowsIn)
      .toEqual([
        expect.stringMatching(
          /Scale, buy 8.*placed 2 of 2, filled 4 of 8, bought 4 at 544\.90 \(44\.90.°F\), fee 0\.21 USDCplaced$/,
        ),
      ])
  })
})
