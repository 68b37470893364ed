/** Referrals and rewards in the panel "Account": the own code, accepting another's, the tree, payouts and rewards. */
import { violations } from './support/axe.ts'
import { openPanel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { submit } from './support/submit.ts'
import { newTrader } from './support/trader.ts'

test('a code is created, another is accepted permanently, and the tree and rewards show', async ({ asNewTrader }) => {
  const { page, bridge, venue, terminal, trader } = await asNewTrader({ width: 1600, height: 960 })
  const other = await newTrader(venue, 7200)
  const post = async (path: string, token: string, body: object) => {
    const response = await fetch(`${venue.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { code: string }
  }
  const theirs = await post('/v1/referrals/code', other.token, {})

  const region = await openPanel(page, 'Account')
  const referrals = region.getByRole('region', { name: 'Referrals', exact: true })
  await expect(referrals).toContainText('No code yet')
  await expect(referrals).toContainText('No referred traders yet')
  await referrals.getByRole('button', { name: 'Create code' }).click()
  await expect(referrals.getByRole('button', { name: 'Copy referral code' })).toBeVisible()
  const mine = (/Your code ([2-9A-Z]{8})/.exec((await referrals.textContent()) ?? '') ?? [])[1] ?? ''
  expect(mine).not.toBe('')

  const form = referrals.getByRole('form', { name: 'Accept a referral' })
  const field = form.getByLabel('Referral code')
  await field.fill('NOBODYS')
  await form.getByRole('button', { name: 'Look up code' }).click()
  await expect(form.getByRole('alert')).toContainText('There is no such referral code.')
  await expect(field).toHaveValue('NOBODYS')
  await field.fill(theirs.code.toLowerCase())
  await form.getByRole('button', { name: 'Look up code' }).click()
  await expect(form.getByRole('status')).toContainText(other.address)
  await expect(form.getByRole('status')).toContainText('This is permanent')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(referrals).toContainText('No referrer reported.')
  await form.getByRole('button', { name: 'Look up code' }).click()
  await terminal.boxes.press('Accept')
  await form.getByRole('button', { name: 'Accept permanently' }).click()
  await expect(referrals).toContainText(`Referred by ${other.address} with ${theirs.code}`)
  await expect(form).toHaveCount(0)
  await terminal.boxes.press()

  // A trader referred by the own code is in the tree.
  const referred = await newTrader(venue, 7200)
  await post('/v1/referrals/intent', referred.token, { code: mine })
  await referrals.getByRole('button', { name: 'Refresh tree' }).click()
  await expect(referrals.getByRole('list', { name: 'Referred traders' })).toContainText(referred.address)
  await expect(referrals).toContainText('No payouts yet.')

  const rewards = region.getByRole('region', { name: 'Rewards', exact: true })
  await expect(rewards).toContainText('0.2 bps')
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = current
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const price = (Number(mark) + 0.5).toFixed(2)
  await submit(bridge, { kind: 'place', asset, side: 'buy', price, size: '1', tif: 'IOC', reduceOnly: false })
  await expect
    .poll(async () => (await venue.read<{ volume: string }>(`/v1/rewards/${trader.address}`)).volume)
    .not.toBe('0.000000')
  await rewards.getByRole('button', { name: 'Refresh rewards' }).click()
  await expect(rewards.getByRole('definition').first()).not.toHaveText(/^0(\.0+)?$/)

  expect(await violations(page, `document.querySelector('[aria-label="Referrals"]')`)).toEqual([])
  // The token appears nowhere in the window.
  expect(await page.content()).not.toContain(trader.token)
})
