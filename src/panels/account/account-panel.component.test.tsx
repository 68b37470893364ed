import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Address } from '../../../contract/address.ts'
import { block } from '../../../contract/safe-text.ts'
import type { UpdateState } from '../../../contract/update.ts'
import { mount } from '../../testing/mount.tsx'
import { all, panel } from '../../testing/screen.ts'
import { UPDATE_ACTS } from '../../updates/index.ts'
import { MESSAGES } from './messages.ts'

it('shows that the approval of the agent is unknown, and offers another one', async () => {
  const { terminal } = await mount(['account'], { size: { width: 700, height: 900 } })
  const address = terminal.payload({ kind: 'session' }).agent.address as Address
  const reason = 'A new agent key was asked for and no answer came. Approve the agent to be sure.'
  terminal.change({ kind: 'session' }, { agent: { state: 'unknown', address, reason } })
  const account = panel('Account')
  await expect.element(account.getByText(reason)).toBeVisible()
  await account.getByRole('button', { name: MESSAGES.approveAgent }).click()
  await expect.poll(() => terminal.inputs('submit').map(({ intent }) => intent)).toEqual([{ kind: 'approve_agent' }])
})

it('offers what the state of an update allows, and marks pending actions in the status bar', async () => {
  const { terminal } = await mount(['account'], { size: { width: 700, height: 900 } })
  const release = { version: '1.2.0', notes: block``, bytes: 86_412_345 }
  const failed = (during: 'check' | 'download' | 'restart'): UpdateState => ({
    ...{ kind: 'failed', during, reason: 'A reason.', advice: 'Do this.' },
    release: during === 'check' ? null : release,
  })
  const updates = panel('Account').getByRole('region', { name: 'Updates' })
  const mark = page.getByRole('contentinfo', { name: 'Status' }).getByTitle('Open updates in Account')
  const { check, download, cancel, restart } = UPDATE_ACTS
  for (const [state, acts, marked, says] of [
    [{ kind: 'idle' }, [check], null, 'Not checked yet'],
    [{ kind: 'checking' }, [], null, 'Checking for updates'],
    [{ kind: 'available', release }, [download, check], 'Update 1.2.0', '86.4 MB to download'],
    [{ kind: 'downloading', release, percent: 43 }, [cancel], 'Update 43 %', '43 %'],
    [{ kind: 'ready', release }, [restart, check], 'Update ready', '1.2.0 is ready'],
    [failed('check'), [check], null, 'A reason. Do this.'],
    [failed('download'), [download, check], 'Update failed', '1.2.0 not downloaded'],
    [failed('restart'), [restart, check], 'Update failed', '1.2.0 not installed'],
    [{ kind: 'off', reason: 'Updates are off: here.' }, [], null, 'Updates are off'],
  ] as const) {
    terminal.change({ kind: 'update' }, { state })
    await expect.element(updates).toMatchTextContent(says)
    const on = all<HTMLButtonElement>(updates, 'button:not(:disabled)').map(({ textContent }) => textContent)
    expect(on).toEqual(acts)
    expect(mark.query()?.textContent ?? null).toBe(marked)
  }
})
