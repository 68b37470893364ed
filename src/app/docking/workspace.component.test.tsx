import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { millis } from '../../../contract/time.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, choose, focus, frames, gone, panel, press, resize } from '../../testing/screen.ts'
import type { PanelTitle } from '../index.ts'
import { MESSAGES } from './messages.ts'

const view = page.getByRole('button', { name: 'View', exact: true })
const open = (title: PanelTitle): Promise<void> => choose(view, new RegExp(`^.?${title}`))
const tab = (title: PanelTitle): Locator => page.getByRole('tab', { name: new RegExp(`^${title}(, |$)`) })
const tabs = (title: PanelTitle): number => tab(title).elements().length
const bid = (level: number): Locator =>
  page.elementLocator(all(panel('Order book'), `[data-side="bid"][data-level="${level}"]`)[0] as Element)

/** Closes a panel by its menu: its tab's, or its own where it has no tab. */
async function close(title: PanelTitle): Promise<void> {
  if (tabs(title) > 0) await tab(title).click({ button: 'right' })
  else
    await panel(title)
      .getByRole('button', { name: `Panel ${title}` })
      .click()
  await page.getByRole('menuitem', { name: MESSAGES.close, exact: true }).click()
  await gone(panel(title))
}

/** Visible panels with their boxes, px. */
const places = (): Record<string, string> =>
  Object.fromEntries(
    page
      .getByRole('main')
      .getByRole('region')
      .elements()
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const box = [x, y, width, height].map((side) => Math.round(side / 2) * 2).join(' ')
        return [one.getAttribute('aria-label') ?? '', box]
      }),
  )

/** As the first start's layout, without chart and ticket, which are slow. */
async function arranged(): Promise<Record<string, string>> {
  await mount([
    [['bucket', 'scalar/live'], ['positions']],
    [
      ['book', 'scalar/live'],
      ['trades', 'scalar/live'],
    ],
    'activity',
  ])
  await expect.element(panel('Activity')).toBeVisible()
  // Panels include the name of their market once it is known.
  await expect.poll(() => Object.keys(places()).filter((name) => name.includes('NYCTMP1'))).toHaveLength(3)
  return places()
}

describe('the layout', () => {
  it('is unchanged after a panel was closed and reopened', async () => {
    const before = await arranged()
    for (const title of ['Trades', 'Bucket'] as const) {
      await close(title)
      await open(title)
      await expect.poll(places).toEqual(before)
    }
  })

  it('is unchanged after two panels were closed, and reopened in the order in which they were closed', async () => {
    const before = await arranged()
    for (const title of ['Order book', 'Activity'] as const) await close(title)
    for (const title of ['Order book', 'Activity'] as const) await open(title)
    await expect.poll(places).toEqual(before)
  })

  it('is unchanged after a tab was opened and closed', async () => {
    const before = await arranged()
    await open('Limits')
    await expect.element(panel('Limits')).toBeVisible()
    await close('Limits')
    await tab('Positions').click()
    await expect.poll(places).toEqual(before)
  })

  it('has a second panel of a kind beside the first, and the next one where the last was', async () => {
    const before = await arranged()
    await tab('Trades').click({ button: 'right' })
    await page.getByRole('menuitem', { name: MESSAGES.duplicate }).click()
    await expect.poll(() => tabs('Trades')).toBe(2)
    focus(tab('Trades').last())
    await press('Delete')
    await expect.poll(() => tabs('Trades')).toBe(1)
    await tab('Trades').hover()
    await page.elementLocator(document.querySelector('[data-close="Trades"]') as Element).click()
    await expect.poll(() => tabs('Trades')).toBe(0)
    await open('Trades')
    await expect.poll(places).toEqual(before)
  })

  it('is restored by one click after a reset', async () => {
    await mount(null)
    await expect.element(panel('Activity')).toBeVisible()
    await close('Activity')
    const before = places()
    await choose(view, /^.?Reset layout/)
    await expect.element(panel('Activity')).toBeVisible()
    await page.getByRole('button', { name: MESSAGES.undo }).click()
    await gone(panel('Activity'))
    await expect.poll(places).toEqual(before)
  })
})

it('has larger text in a large window, and compact rows one step smaller', async () => {
  const { terminal } = await mount([['trades', 'scalar/live']])
  const text = (): string => getComputedStyle(document.body).fontSize
  for (const [width, height, normal, compact] of [
    [2399, 1280, '12px', '12px'],
    [2400, 1280, '13px', '12px'],
    [3840, 1280, '13px', '12px'],
    [3840, 2160, '14px', '13px'],
  ] as const) {
    await resize(width, height)
    await expect.poll(text).toBe(normal)
    terminal.change({ kind: 'settings' }, { density: 'compact' })
    await expect.poll(text).toBe(compact)
    terminal.change({ kind: 'settings' }, { density: 'normal' })
    await expect.poll(text).toBe(normal)
  }
})

it('opens a menu by mouse without a focus ring, with the panels first and no single setting', async () => {
  await mount([['trades', 'scalar/live']])
  await view.click()
  const menu = page.getByRole('menu', { name: 'View' })
  const ringed: string[] = []
  for (
    let one: Element | null = await menu.findElement();
    one !== null && one !== document.body;
    one = one.parentElement
  ) {
    const { boxShadow, outlineStyle } = getComputedStyle(one)
    if (boxShadow !== 'none' || outlineStyle !== 'none') ringed.push(`${one.className}: ${boxShadow} ${outlineStyle}`)
  }
  expect(ringed).toEqual([])
  await expect.element(menu.getByRole('group').first()).toMatchTextContent(/^Panels/)
  await expect.element(menu).not.toMatchTextContent(/Temperature/)
  await expect.element(menu.getByRole('group', { name: 'Panels' })).not.toMatchTextContent(/Reset/)
  await expect
    .element(menu.getByRole('group', { name: 'Layout' }).getByRole('menuitem'))
    .toMatchTextContent(/Reset layout/)
  await press('Escape')
  await gone(menu)
})

it('opens a menu at the window’s edge at its full width', async () => {
  await mount([['trades', 'scalar/live']])
  await view.click()
  const menu = page.getByRole('menu', { name: 'View' })
  await menu.findElement()
  const { width } = boxOf(menu)
  await frames()
  expect(boxOf(menu).width).toBe(width)
  expect(width).toBeGreaterThan(300)
  await press('Escape')
  await gone(menu)
})

describe('a clicked price', () => {
  const price = panel('Order ticket').getByRole('textbox', { name: 'Price' })

  it('goes to the ticket of its market', async () => {
    await mount([
      ['book', 'scalar/live'],
      ['ticket', 'scalar/live'],
    ])
    await expect.poll(() => all(panel('Order book'), '[data-side="bid"][data-level="3"]').length).toBe(1)
    await bid(3).click()
    await expect.element(price).toHaveValue(expect.stringMatching(/^\d{3}\.\d\d$/))
  })

  it('is offered a ticket where there is none, and fills it', async () => {
    await mount([['book', 'scalar/live']])
    await expect.poll(() => all(panel('Order book'), '[data-side="bid"][data-level="3"]').length).toBe(1)
    await bid(3).click()
    const offer = page.getByRole('button', { name: MESSAGES.openTicket })
    await offer.click()
    await expect.element(price).toHaveValue(expect.stringMatching(/^\d{3}\.\d\d$/))
    await gone(offer)
  })
})

it('keys work from the moment the window is shown', async () => {
  const look = new MutationObserver(() => {
    if (document.querySelector('main') === null) return
    look.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ',', code: 'Comma', ctrlKey: true, bubbles: true }))
  })
  look.observe(document.body, { childList: true, subtree: true })
  await mount([])
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true })
  await expect.element(settings).toBeVisible()
  await press('Escape')
  await gone(settings)
})

it('the tab of a panel that is not in front counts what came since it was', async () => {
  const { terminal } = await mount(['positions'])
  await open('Alerts')
  await expect.element(panel('Alerts')).toBeVisible()
  await tab('Positions').click()
  await gone(panel('Alerts'))
  const unread = (): string | undefined => all(tab('Alerts'), '[data-unread]')[0]?.dataset.unread
  expect(unread()).toBeUndefined()
  const { firings, ...alerts } = terminal.payload({ kind: 'alerts' })
  const fire = (...seqs: readonly number[]): void => {
    const fresh = seqs.map((seq) => ({
      ...{ seq, alertId: 'one', title: 'Mark rises to 572', text: 'It did.', isActing: false, isSilent: false },
      at: millis(terminal.clock.now() + seq),
    }))
    terminal.publish({ kind: 'alerts' }, { ...alerts, firings: [...fresh, ...firings] })
  }
  fire(1)
  await expect.poll(unread).toBe('1')
  fire(3, 2, 1)
  await expect.poll(unread).toBe('3')
  await tab('Alerts').click()
  await expect.poll(unread).toBeUndefined()
  await tab('Positions').click()
  await gone(panel('Alerts'))
  expect(unread()).toBeUndefined()
})
