import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AlgoView } from '../../../contract/algo.ts'
import { clippedParts } from '../../testing/clipped.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { type Mounted, mount } from '../../testing/mount.tsx'
import { gone, panel, press, starting } from '../../testing/screen.ts'
import { chooses, copies, filters, grid, head, rows, scrollsSideways, sorts, texts } from '../../testing/table.ts'
import { MESSAGES } from './messages.ts'

const ORDERS = 'Open orders'
const { held: HELD, algos: ALGOS } = MESSAGES
const NARROW = { width: 620, height: 800 }

/** Three purchases below the mark. */
const rest = (terminal: FakeTerminal): void =>
  terminal.alter('readOpenOrders', (read) => {
    const [, order] = read.orders
    if (order === undefined) throw new Error('no purchase was recorded')
    const at = [
      ['532.45', '2.2500'],
      ['531.45', '1.5000'],
      ['530.45', '3.0000'],
    ] as const
    return {
      ...read,
      orders: at.map(
        ([price, size], i) => ({ ...order, oid: `${i}`, cloid: null, price, size }) as unknown as typeof order,
      ),
    }
  })

const SLICES = {
  ...{ id: 'slices', asset: 'NYCTMP1', side: 'buy', reduceOnly: false, total: '0.6', state: 'working' },
  terms: { kind: 'slices', total: '0.6', slices: 3, every: 600, worst: '542', how: 'cross', requotes: 0 },
  ...{
    at: 1772629807000,
    changedAt: 1772629807000,
    ends: 1772632800000,
    children: [],
    begun: 1,
    begunAt: 1772629807000,
  },
  ...{ requotes: 0, message: null, filled: '0.2', average: '537.59', nextAt: 1772630407000, placed: 1 },
  ...{ resting: { orders: 0, size: '0' }, waits: null, resumesWith: null, until: null },
} as unknown as AlgoView

async function open(): Promise<Mounted> {
  const mounted = await mount(['open-orders'], {
    size: NARROW,
    before: (terminal) => {
      rest(terminal)
      terminal.publish({ kind: 'algos' }, [SLICES])
    },
  })
  await expect.poll(() => rows(ORDERS).length).toBe(3)
  return mounted
}

describe('an unreadable open order', () => {
  it('is a row below the others with its text and the reason, even without other orders', async () => {
    const text = '{"oid":7,"cloid":"my-name"}'
    await mount(['open-orders'], {
      size: NARROW,
      before: (terminal) =>
        terminal.alter('readOpenOrders', (read) => ({
          ...read,
          orders: [],
          unreadable: [{ list: 'orders', text, asset: null, time: null, reason: 'cloid should be an id.' }] as never,
        })),
    })
    const list = panel(ORDERS).getByRole('list', { name: 'Unreadable Open orders' })
    await expect.element(list.getByRole('listitem')).toMatchTextContent(`cloid should be an id. ${text}`)
    await expect.element(panel(ORDERS)).not.toMatchTextContent(/No open orders/)
  })
})

describe('an order with a rounded figure', () => {
  it('is marked at its size', async () => {
    await mount(['open-orders'], {
      size: NARROW,
      before: (terminal) =>
        terminal.alter('readOpenOrders', (read) => ({
          ...read,
          orders: read.orders.slice(0, 1).map((order) => ({ ...order, rounded: true }) as const),
        })),
    })
    await expect.poll(() => texts(ORDERS, 'size')).toEqual([expect.stringMatching(/^≈ \d/)])
  })
})

describe('open orders', () => {
  it('are sorted by displayed values', async () => {
    await open()
    await sorts(ORDERS, 'Size')
    await expect.poll(() => texts(ORDERS, 'size')).toEqual(['3.0000', '2.2500', '1.5000'])
    await sorts(ORDERS, 'Size')
    await expect.poll(() => texts(ORDERS, 'size')).toEqual(['1.5000', '2.2500', '3.0000'])
  })

  it('show their distance from the mark, where space allows or the table scrolls', async () => {
    await open()
    await scrollsSideways(ORDERS)
    for (const title of ['To mark', 'Age']) await expect.element(head(ORDERS, title)).toBeInTheDocument()
    expect(rows(ORDERS)[0]?.textContent).toMatch(/\d ticks/)
    await sorts(ORDERS, 'To mark')
    await expect.poll(() => texts(ORDERS, 'size')[0]).toBe('2.2500')
  })

  it('can be filtered and copied, with a choice of columns', async () => {
    const { terminal } = await open()
    await scrollsSideways(ORDERS)
    await chooses(ORDERS, 'Filled')
    await filters(ORDERS, '531.45', 1)
    await copies(terminal, ORDERS)
  })

  it('are canceled together when several are selected', async () => {
    const { terminal } = await open()
    rows(ORDERS)[0]?.focus()
    await press(' ', 'Shift+ArrowDown')
    await panel(ORDERS)
      .getByRole('button', { name: MESSAGES.cancelSelected(2) })
      .click()
    expect(terminal.inputs('submit').map(({ intent }) => intent)).toMatchObject([
      { kind: 'cancel', asset: 'NYCTMP1' },
      { kind: 'cancel', asset: 'NYCTMP1' },
    ])
  })
})

describe('held orders', () => {
  it('can be sorted, filtered and copied, with a choice of columns', async () => {
    const { terminal } = await open()
    await expect.poll(() => rows(HELD).length).toBe(2)
    await scrollsSideways(HELD)
    for (const title of ['To mark', 'P&L at trigger']) await expect.element(head(HELD, title)).toBeInTheDocument()
    await sorts(HELD, 'P&L at trigger')
    await expect.poll(() => rows(HELD)[0]?.textContent).toContain('Target')
    await chooses(HELD, 'Size')
    await filters(HELD, 'target', 1)
    await copies(terminal, HELD)
  })

  it('have a choice of columns for scales and slices, and can be copied', async () => {
    const { terminal } = await open()
    await expect.poll(() => rows(ALGOS).length).toBe(1)
    await scrollsSideways(ALGOS)
    await chooses(ALGOS, 'Left')
    await copies(terminal, ALGOS)
  })

  it('can be scrolled fully into view, row by row, in a panel lower than all of them', async () => {
    await mount(['open-orders'], {
      size: { width: 800, height: 360 },
      before: (terminal) => {
        rest(terminal)
        terminal.publish({ kind: 'algos' }, [SLICES])
      },
    })
    await expect.poll(() => rows(ORDERS).length).toBe(3)
    for (const table of [HELD, ALGOS, ORDERS]) {
      rows(table).at(-1)?.scrollIntoView({ block: 'center' })
      await expect.element(grid(table).getByRole('row').last()).toBeInViewport({ ratio: 0.95 })
    }
    expect(clippedParts(panel(ORDERS).element()).filter((text) => text.startsWith('over'))).toEqual([])
  })
})

describe('a parent order', () => {
  it('shows its progress, the remainder, and what resuming sends or places', async () => {
    const { terminal } = await open()
    await scrollsSideways(ALGOS)
    const row = () => rows(ALGOS)[0]?.textContent
    await expect.poll(row).toMatch(/slice 1 of 3, filled 0\.2 of 0\.6 at 537\.59.*0\.4 · ≤ 542/)
    const resumesWith = async (view: Partial<AlgoView>, says: string): Promise<void> => {
      terminal.publish({ kind: 'algos' }, [{ ...SLICES, state: 'paused', ...view }])
      await page.getByText(MESSAGES.resume).click()
      const question = page.getByRole('group', { name: /^Preview: resume/ })
      await expect.element(question).toMatchTextContent(says)
      await question.getByRole('button', { name: 'Back' }).click()
      await gone(question)
    }
    await resumesWith({}, 'Sends 2 slices, one every 10 min: buys up to 0.4 at 542 or better.Send 2 slices')
    await resumesWith({ placed: 3 }, 'No slices left')
    const left = [
      { price: '537.20', size: '1.5000' },
      { price: '537.10', size: '2' },
    ] as unknown as NonNullable<AlgoView['resumesWith']>
    const terms = { kind: 'scale', tif: 'GTC', orders: [...left, ...left] } as unknown as AlgoView['terms']
    await resumesWith(
      { terms, resumesWith: left },
      'Places at most: buy 1.5 @ 537.20, 2 @ 537.10, 3.5 in total.Place 2 orders',
    )
    await resumesWith({ terms, resumesWith: [] }, 'All its orders have been placed.Resume')
  })
})

describe('slices', () => {
  it('can be stopped from a menu opened while their order rested, even if none rests any more', async () => {
    const resting = { ...SLICES, resting: { orders: 1, size: '0.2' } } as AlgoView
    const { terminal } = await mount(['open-orders'], {
      size: NARROW,
      before: ({ publish }) => publish({ kind: 'algos' }, [resting]),
    })
    await page.getByRole('button', { name: starting(MESSAGES.stop('')) }).click()
    const cancel = page.getByRole('menuitem', { name: starting(MESSAGES.stopAndCancel) })
    await expect.element(cancel).toBeVisible()
    terminal.publish({ kind: 'algos' }, [{ ...SLICES, state: 'paused' } as AlgoView])
    await expect.element(page.getByRole('button').filter({ hasText: MESSAGES.resume })).toBeInTheDocument()
    await cancel.click()
    await expect.poll(() => terminal.inputs('stopAlgo')).toEqual([{ id: 'slices', cancel: true }])
  })
})
