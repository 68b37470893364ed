import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertView } from '../../../contract/alert.ts'
import { violations } from '../../testing/axe.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { panel } from '../../testing/screen.ts'
import { NOT_WATCHED } from './alert-names.ts'

const SIGNED_OUT = 'Signed out.'
const OTHER = 'Set by wallet 0x12…34cd, which is not signed in.'
const STALE = 'The data of NYCTMP1 is stale.'

/** The recorded alerts, the first not watched for one reason and the second for another, and one of a wallet that is not signed in. */
function notWatched(terminal: FakeTerminal): void {
  const [ends, price] = terminal.payload({ kind: 'alerts' }).alerts
  if (ends === undefined || price === undefined) throw new Error('two alerts were recorded')
  const fill: AlertView = { ...price, id: 'other', rule: { kind: 'fill', asset: null }, account: '0x12', paused: OTHER }
  const alerts = [{ ...ends, paused: SIGNED_OUT }, { ...price, paused: STALE }, fill]
  terminal.change({ kind: 'alerts' }, { alerts: alerts as never })
}
const row = (name: RegExp) => panel('Alerts').getByRole('row', { name })

describe('the alerts', () => {
  it('each say in their row why they are not watched, and no more once they are', async () => {
    const { terminal } = await mount(['alerts'], { size: { width: 760, height: 560 }, before: notWatched })
    const said = [
      [/Anything you hold settles/, SIGNED_OUT],
      [/^Mark rises to/, STALE],
      [/Any of your orders fills/, OTHER],
    ] as const
    for (const [name, reason] of said) {
      await expect.element(row(name)).toMatchTextContent(NOT_WATCHED)
      expect(row(name).element().closest('tbody')?.textContent).toContain(reason)
    }
    expect(await violations({ within: panel('Alerts').element() })).toEqual([])
    const { alerts } = terminal.payload({ kind: 'alerts' })
    terminal.change({ kind: 'alerts' }, { alerts: alerts.map((alert) => ({ ...alert, paused: null })) as never })
    await expect.element(row(/^Mark rises to/)).toMatchTextContent('On')
    await expect.element(page.getByText(NOT_WATCHED)).not.toBeInTheDocument()
  })
})
