import { describe, expect, it, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import type { SessionView } from '../../contract/session.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { violations } from '../testing/axe.ts'
import type { FakeTerminal } from '../testing/fake-terminal.ts'
import { type Mounted, mount } from '../testing/mount.tsx'
import { choose, gone, panel, press } from '../testing/screen.ts'
import { STEP_STATE_LABELS, TITLES } from './messages.ts'

type Id = keyof typeof TITLES

const list = (): Locator => page.getByRole('dialog', { name: 'Getting started' })
const step = (id: Id): Locator => list().getByRole('listitem', { name: TITLES[id] })
const stands = (id: Id, state: keyof typeof STEP_STATE_LABELS): Promise<void> =>
  expect.element(step(id).getByRole('heading')).toHaveTextContent(`${TITLES[id]} ${STEP_STATE_LABELS[state]}`)
const offer = (): Locator => page.getByRole('region', { name: 'Notices' })
const open = (): Promise<void> => offer().getByRole('button', { name: 'Getting started…' }).click()

/** A window at its first start; the list is closed after the test. */
async function start(before: (terminal: FakeTerminal) => void): Promise<Mounted> {
  const panels = [
    ['ticket', 'scalar/live'],
    ['trades', 'scalar/live'],
  ] as const
  const mounted = await mount(panels, { settings: { offerTemplates: true }, before })
  // A toast that just appeared takes no press.
  await expect.element(offer()).toBeVisible()
  await mounted.play(600)
  onTestFinished(async () => {
    if (page.getByRole('dialog').elements().length > 0) await press('Escape')
    await gone(page.getByRole('dialog'))
  })
  return mounted
}
const ordered = (terminal: FakeTerminal, orders: { readonly here: boolean; readonly practice: boolean }): void =>
  terminal.answer('readFirstOrders', () => ({ ok: true, value: orders }))

/** On a real deployment, as a new trader finds it. */
function onTestnet(terminal: FakeTerminal, change: Partial<SessionView>): void {
  const { profile } = terminal.payload({ kind: 'session' })
  terminal.change({ kind: 'session' }, { profile: { ...profile, network: 'testnet' }, ...change })
}

describe('the first steps', () => {
  it('are offered at a first start, and lead to the ticket without sending anything', async () => {
    const { terminal } = await start((terminal) => ordered(terminal, { here: false, practice: false }))
    await open()
    await stands('practice', 'next')
    await stands('token', 'later')
    await expect.element(list()).toMatchTextContent(/0 of 7 done\./)
    expect(await violations()).toEqual([])
    await step('practice').getByRole('button', { name: 'Go to the ticket' }).click()
    await gone(list())
    await expect.poll(() => panel('Order ticket').element().contains(document.activeElement)).toBe(true)
    expect(terminal.inputs('submit')).toEqual([])
  })

  it('lead to a deployment once an order was accepted on the practice venue', async () => {
    await start((terminal) => ordered(terminal, { here: true, practice: true }))
    await choose(page.getByRole('button', { name: 'View', exact: true }), /^Getting started/)
    await stands('practice', 'done')
    await stands('address', 'next')
    ;(step('address').getByRole('button', { name: 'Connect…' }).element() as HTMLElement).focus()
    await press('Enter')
    await expect.element(page.getByRole('dialog', { name: 'Connect to a deployment' })).toBeVisible()
  })

  it('are found in the palette after their offer was dismissed for good', async () => {
    const { terminal, play } = await start((terminal) => ordered(terminal, { here: true, practice: true }))
    await offer().getByRole('button', { name: 'Dismiss: Other layouts' }).click()
    await play(600)
    await play(600)
    await gone(offer())
    expect(terminal.inputs('saveSettings')).toEqual([{ offerTemplates: false }])
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('getting started')
    await press('Enter')
    await expect.element(list()).toMatchTextContent(/1 of 7 done\./)
    await press('Escape')
    await gone(list())
  })

  it('show main’s state of each step on a deployment', async () => {
    let identity: SessionView['identity'] = null
    const { terminal } = await start((terminal) => {
      ordered(terminal, { here: false, practice: false })
      ;({ identity } = terminal.payload({ kind: 'session' }))
      onTestnet(terminal, { identity: null, agent: { state: 'missing', reason: 'No key.', address: null } })
    })
    await open()
    await stands('address', 'done')
    await stands('token', 'open')
    await stands('wallet', 'later')
    await stands('order', 'later')
    terminal.change({ kind: 'session' }, { identity })
    for (const id of ['token', 'wallet'] as const) await stands(id, 'done')
    await stands('agent', 'open')
    await stands('order', 'later')
    await step('agent').getByRole('button', { name: 'Open Account' }).click()
    await gone(list())
    await expect.element(panel('Account').getByRole('button', { name: 'Approve agent' })).toBeVisible()
  })

  it('ask for the trader’s own limits, and for a first order of the minimum size', async () => {
    const { terminal } = await start((terminal) => {
      ordered(terminal, { here: false, practice: false })
      onTestnet(terminal, {})
    })
    await open()
    await stands('agent', 'done')
    await stands('limits', 'open')
    await expect.element(step('order')).toMatchTextContent(/Enter 0\.0001 contracts of NYCTMP1/)
    terminal.change({ kind: 'settings' }, { limits: { ...DEFAULT_LIMITS, dayLoss: '100' } as Settings['limits'] })
    await stands('limits', 'done')
  })

  it('end with the first order that the deployment accepted', async () => {
    await start((terminal) => {
      ordered(terminal, { here: true, practice: false })
      onTestnet(terminal, {})
    })
    await open()
    await stands('order', 'done')
    await stands('practice', 'next')
  })
})
