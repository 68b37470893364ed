import { expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import { mount } from '../../testing/mount.tsx'
import { panel } from '../../testing/screen.ts'

it('says that the approval of the agent is unknown, and leads to another one', async () => {
  const { terminal } = await mount(['account'], { size: { width: 700, height: 900 } })
  const address = terminal.payload({ kind: 'session' }).agent.address as Address
  const reason = 'A new agent key was asked for and no answer came. Approve the agent to be sure.'
  terminal.change({ kind: 'session' }, { agent: { state: 'unknown', address, reason } })
  const account = panel('Account')
  await expect.element(account.getByText(reason)).toBeVisible()
  await account.getByRole('button', { name: 'Approve agent' }).click()
  await expect.poll(() => terminal.inputs('submit').map(({ intent }) => intent)).toEqual([{ kind: 'approve_agent' }])
})
