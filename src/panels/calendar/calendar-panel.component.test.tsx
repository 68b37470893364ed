import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { parseRefText } from '../../../contract/market-ref.ts'
import { violations } from '../../testing/axe.ts'
import { type FakeTerminal, YES } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { check, choose, focus, panel, press } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const SIZE = { width: 1100, height: 940 }
/** Follows a link group: a row shows its market there. */
const CALENDAR = [['calendar', { group: 1 }]] as const

const rows = (name: RegExp) => panel('Calendar').getByRole('row', { name })
const timer = (whose: 'Next' | 'Yours') => panel('Calendar').getByRole('timer', { name: `${whose}: time left` })
const show = (name: string) => check(panel('Calendar').getByRole('radio', { name }))

/** Removes everything the trader holds. */
function holdsNothing(terminal: FakeTerminal): void {
  terminal.alter('readAccount', (account) => ({ ...account, positions: [] }))
  terminal.alter('readOpenOrders', (orders) => ({ ...orders, orders: [] }))
  terminal.publish({ kind: 'conditionals' }, [])
}
/** The next asset is live, and the previous one over. */
function settles(terminal: FakeTerminal): void {
  const { next } = terminal.payload({ kind: 'bucket' })
  if (next === null) throw new Error('no bucket comes next')
  const after = { ...next, asset: 'NYCTMP1', start: next.end, end: next.end + (next.end - next.start) }
  terminal.change({ kind: 'bucket' }, { current: next, next: after as typeof next })
}

describe('the calendar', () => {
  it('lists the next 48 hours in order, with the time at the station, and marks expected times', async () => {
    await mount(CALENDAR, {
      size: { width: 1500, height: 940 },
      before: (terminal) =>
        terminal.change(
          { kind: 'session' },
          {
            profile: { ...terminal.payload({ kind: 'session' }).profile, stationTimeZone: 'America/New_York' } as never,
          },
        ),
    })
    const scalar = rows(/Settles.*NYCTMP/)
    await expect.element(scalar.first()).toMatchTextContent('14:00')
    await expect.element(scalar.first()).toMatchTextContent('09:00 EST')
    await expect.element(scalar.first()).toMatchTextContent('NYCTMP1')
    await expect.element(scalar.nth(1)).toMatchTextContent('NYCTMP2')
    await expect.element(scalar.first()).not.toMatchTextContent('expected')
    await expect.element(scalar.nth(2)).toMatchTextContent('expected')
    await expect.element(timer('Next')).toMatchTextContent(/\d/)
  })

  it('reports that no held position ends', async () => {
    await mount(CALENDAR, { size: SIZE, before: holdsNothing })
    await show('Markets with a position')
    await expect.element(panel('Calendar').getByText(MESSAGES.mine)).toBeVisible()
    expect(timer('Yours').elements()).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('shows holdings beside their end', async () => {
    await mount(CALENDAR, { size: SIZE })
    await show('Markets with a position')
    await expect.element(rows(/Settles.*NYCTMP1/)).toMatchTextContent(/long 12 at \d{3}\.\d{2}, 2 orders, 2 exits/)
    await expect.element(timer('Yours')).toBeVisible()
  })

  it('shows the market of a row on Enter', async () => {
    const { terminal } = await mount(CALENDAR, { size: SIZE })
    await show('Settlements and expiries')
    await expect.element(rows(/Expires.*New York high/)).toBeVisible()
    focus(rows(/Expires.*New York high/))
    await press('Enter')
    await expect.element(panel('Calendar').getByRole('button', { name: /^Market of Calendar: .*°F/ })).toBeVisible()
    expect(terminal.inputs('setLink').map(({ market }) => market)).toEqual([parseRefText(YES)])
  })

  it('sets an alert before the end of a row, and shows existing ones', async () => {
    const { terminal } = await mount([['calendar', { group: 1 }], 'alerts'], { size: { width: 2200, height: 940 } })
    await choose(
      rows(/Settles.*NYCTMP1/)
        .first()
        .getByRole('button', { name: /the end of NYCTMP1/ }),
      /^5 min before/,
    )
    const rule = { kind: 'market_end', asset: 'NYCTMP1', minutes: 5 } as const
    expect(terminal.inputs('saveAlert')).toEqual([{ id: null, rule, repeat: true, on: true }])
    const { alerts } = terminal.payload({ kind: 'alerts' })
    const [usual] = alerts
    if (usual === undefined) throw new Error('a deployment begins with an alert')
    terminal.change({ kind: 'alerts' }, { alerts: [...alerts, { ...usual, id: 'added' as typeof usual.id, rule }] })
    for (const name of [/NYCTMP1 settles or expires in 5 min/, /Any position settles or expires in 15 min/]) {
      await expect.element(panel('Alerts').getByRole('row', { name })).toMatchTextContent('On')
    }
    await expect
      .element(page.getByRole('button', { name: '5 min before the end of NYCTMP1: alert on, and 1 more' }).first())
      .toBeVisible()
  })

  it('shows the last result of an alert', async () => {
    await mount(['alerts'], {
      before: (terminal) => {
        const { alerts } = terminal.payload({ kind: 'alerts' })
        const fired = { lastFiredAt: 1772631900000, lastMessage: 'NYCTMP1 settles in 15 min.', timesFired: 1 }
        terminal.change({ kind: 'alerts' }, { alerts: alerts.map((alert) => ({ ...alert, ...fired }) as never) })
      },
    })
    await expect
      .element(panel('Alerts').getByRole('row', { name: /Any position settles or expires in 15 min/ }))
      .toMatchTextContent('NYCTMP1 settles in 15 min.')
  })

  it('shows the remaining time by the minute, rounded up, and finally by the second', async () => {
    const { terminal, play } = await mount(CALENDAR, { size: SIZE })
    const { current, clockOffset } = terminal.payload({ kind: 'bucket' })
    const left = () => (current?.end ?? 0) - terminal.clock.now() - clockOffset
    for (const [ms, text] of [
      [23 * MINUTE - 1000, /23\smin/],
      [4 * MINUTE + 12_000, /4\smin 12\ss/],
    ] as const) {
      await play(left() - ms)
      await expect.element(rows(/Settles.*NYCTMP1/).first()).toMatchTextContent(text)
    }
  })

  it('drops a bucket once it has settled', async () => {
    const { terminal, play } = await mount(CALENDAR, { size: SIZE })
    await expect.element(rows(/Settles.*NYCTMP/).first()).toMatchTextContent('NYCTMP1')
    holdsNothing(terminal)
    terminal.change({ kind: 'account_version' }, 20 as never)
    settles(terminal)
    await play(HOUR)
    await expect.element(rows(/Settles.*NYCTMP/).first()).toMatchTextContent('NYCTMP2')
  })
})
