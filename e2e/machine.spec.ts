/** Sleep, wake-up and screen lock disarm everything, in the built main: the returning user arms again. */
import { expect, test } from '@playwright/test'
import { LIVE } from '../contract/market-ref.ts'
import type { ArmingView } from '../contract/safety-locks.ts'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { launch, newDataDir, underElectron } from './support/terminal.ts'
import { armed, importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

const LADDER = 'ladder-1'

test('a window, one-click and the trading keys are disarmed by sleep, wake-up and a locked screen, and show why', async () => {
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const main = await launchWindowless({
    userDataDir: newDataDir(),
    profile: writeProfile(venue.url, { network: 'testnet' }),
    env: NO_KEYCHAIN,
  })
  const arming = (): ArmingView | undefined => main.topic('arming')
  const whatIsArmed = () => {
    const view = arming()
    const click = view?.oneClick.find(({ panel }) => panel === LADDER)
    return [view, click, view?.keys].map((one) => (one?.armedUntil ?? null) !== null)
  }
  const done = async (call: Promise<{ readonly ok: boolean }>): Promise<void> =>
    expect(await call).toMatchObject({ ok: true })
  const arm = async (): Promise<void> => {
    await done(main.press('arm', { armed: true }))
    await done(main.press('armOneClick', { armed: true, panel: LADDER, market: LIVE }))
    await done(main.press('armKeys', { armed: true, mode: 'at_once' }))
    await expect.poll(whatIsArmed).toEqual([true, true, true])
  }
  try {
    await main.call('watch', { topic: 'arming' })
    await main.call('watch', { topic: 'bucket' })
    // Before a bucket was read the live market has no instrument, and one-click cannot be armed for it.
    await expect.poll(() => main.topic('bucket')?.current ?? null).not.toBeNull()
    for (const [event, why] of [
      ['lock-screen', 'Disarmed: the screen was locked.'],
      ['suspend', 'Disarmed: the computer went to sleep.'],
      // A system that did not announce its sleep.
      ['resume', 'Disarmed: the computer had slept.'],
    ] as const) {
      await arm()
      await main.machine(event)
      await expect.poll(whatIsArmed).toEqual([false, false, false])
      expect([arming()?.reason, arming()?.keys.reason]).toEqual([why, why])
      expect(arming()?.oneClick.find(({ panel }) => panel === LADDER)?.reason).toBe(why)
      expect(await main.call('armKeys', { armed: true, mode: 'at_once' })).toMatchObject({ ok: false })
    }
    // A lock disarmed by sleep keeps its reason on wake-up.
    await arm()
    await main.machine('suspend')
    await main.machine('resume')
    await expect.poll(whatIsArmed).toEqual([false, false, false])
    expect(arming()?.reason).toBe('Disarmed: the computer went to sleep.')
  } finally {
    await main.quit()
    await venue.stop()
  }
})

test('an armed window is visibly disarmed when the machine sleeps or its screen is locked', async () => {
  test.skip(underElectron, 'nobody can put the machine to sleep there')
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const terminal = await launch({ profile: writeProfile(venue.url, { network: 'testnet' }), env: NO_KEYCHAIN })
  const { page, deeds } = terminal
  const bridge = bridgeOf(page)
  try {
    await importSecrets(bridge, await newTrader(venue), terminal.boxes, false)
    await expect(page.getByRole('button', { name: BARS.arm })).toBeVisible()
    for (const event of ['suspend', 'lock-screen'] as const) {
      await armed(bridge)
      await expect(page.getByRole('button', { name: /^Armed, \d+ min/ })).toBeVisible()
      await deeds?.({ action: 'machine', event })
      // Linux reports no lock: main polls every five seconds.
      await terminal.clock(venue).during(expect(page.getByRole('button', { name: BARS.arm })).toBeVisible())
      await deeds?.({ action: 'machine', event: event === 'suspend' ? 'resume' : 'unlock-screen' })
    }
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
