import { describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { AlertView } from '../../../contract/alert.ts'
import { millis } from '../../../contract/time.ts'
import { violations } from '../../testing/axe.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { boxOf, frames, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const SIGNED_OUT = 'Signed out.'
const OTHER = 'Set by wallet 0x12…34cd, not signed in.'
const STALE = 'Data for NYCTMP1 is stale.'

/** The recorded alerts, the first and the second unwatched for different reasons, and one of a wallet that is not signed in. */
function notWatched(terminal: FakeTerminal): void {
  const [ends, price] = terminal.payload({ kind: 'alerts' }).alerts
  if (ends === undefined || price === undefined) throw new Error('two alerts were recorded')
  const fill: AlertView = { ...price, id: 'other', rule: { kind: 'fill', asset: null }, account: '0x12', paused: OTHER }
  const alerts = [{ ...ends, paused: SIGNED_OUT }, { ...price, paused: STALE }, fill]
  terminal.change({ kind: 'alerts' }, { alerts: alerts as never })
}
const row = (name: RegExp) => panel('Alerts').getByRole('row', { name })

describe('the alerts', () => {
  it('each show in their row why they are not watched, and no longer once they are', async () => {
    const { terminal } = await mount(['alerts'], { size: { width: 760, height: 560 }, before: notWatched })
    const messages = [
      [/Any position settles/, SIGNED_OUT],
      [/^Mark rises to/, STALE],
      [/Any of your orders fills/, OTHER],
    ] as const
    for (const [name, reason] of messages) {
      await expect.element(row(name)).toMatchTextContent(MESSAGES.notWatched)
      expect(row(name).element().closest('tbody')?.textContent).toContain(reason)
    }
    expect(await violations({ within: panel('Alerts').element() })).toEqual([])
    const { alerts } = terminal.payload({ kind: 'alerts' })
    terminal.change({ kind: 'alerts' }, { alerts: alerts.map((alert) => ({ ...alert, paused: null })) as never })
    await expect.element(row(/^Mark rises to/)).toMatchTextContent(MESSAGES.states.on)
    await expect.element(page.getByText(MESSAGES.notWatched)).not.toBeInTheDocument()
  })

  it('have room for their buttons as soon as they appear', async () => {
    const { play } = await mount(['alerts'], { size: { width: 760, height: 560 } })
    const last = panel('Alerts').getByRole('button', { name: /^Delete: Mark rises to/ })
    await expect.element(last).toBeVisible()
    await play(1)
    const cell = last.element().closest('td')
    expect(boxOf(last).right).toBeLessThanOrEqual(cell?.getBoundingClientRect().right ?? 0)
  })

  it('take a press that began before their table grew', async () => {
    const { terminal, play, still } = await mount(['alerts'], { size: { width: 760, height: 560 } })
    const edit = panel('Alerts').getByRole('button', { name: /^Edit: Mark rises to/ })
    await expect.element(edit).toBeVisible()
    await still()
    const { x, y, width, height } = boxOf(edit)
    await commands.input([['move', x + width / 2, y + height / 2], ['down']])
    // The last row grows by its reason: the button stays where it is.
    const { alerts } = terminal.payload({ kind: 'alerts' })
    const last = [...panel('Alerts').element().querySelectorAll('[data-row]')].at(-1)?.getAttribute('data-row')
    terminal.change(
      { kind: 'alerts' },
      { alerts: alerts.map((alert) => (alert.id === last ? { ...alert, paused: STALE } : alert)) as never },
    )
    await expect.element(panel('Alerts')).toMatchTextContent(STALE)
    await frames()
    await commands.input([['up']])
    await expect.element(panel('Alerts').getByRole('form', { name: 'Change alert' })).toBeVisible()
    await play(1)
    expect(document.querySelector('[data-moved]')).not.toBe(null)
  })

  it('are said to go to the configured message hosts, with those that fail', async () => {
    const { terminal } = await mount(['alerts'], { size: { width: 760, height: 560 } })
    const [webhook, ntfy, heartbeat] = terminal.payload({ kind: 'remote_notifications' }).places
    if (webhook === undefined || ntfy === undefined || heartbeat === undefined)
      throw new Error('three places were recorded')
    const beats = { ...heartbeat, host: 'pings.example' }
    terminal.publish({ kind: 'remote_notifications' }, { places: [webhook, ntfy, beats] })
    await expect.element(panel('Alerts')).toMatchTextContent('Alerts on this computer only.')
    const failure = { text: 'answered 503', at: millis(1_772_629_800_000) }
    terminal.publish(
      { kind: 'remote_notifications' },
      { places: [{ ...webhook, host: 'hooks.example' }, { ...ntfy, host: 'ntfy.sh', failure }, beats] },
    )
    await expect.element(panel('Alerts')).toMatchTextContent('Also sent to hooks.example and ntfy.sh (not accepting).')
  })
})
