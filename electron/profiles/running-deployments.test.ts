import { describe, expect, it } from 'vitest'
import { pendingWorkLabel } from './keep-running.ts'
import { deploymentsForTest, NOTHING_PENDING, testProfile } from './testing/setup.ts'

const STOP_AFTER = 10_000

describe('simultaneous deployments', () => {
  it('each start with their first window, and continue beside the others', async () => {
    const { deployments, log } = deploymentsForTest()
    const first = await deployments.takePlace('practice')
    const [second, third] = await Promise.all([deployments.takePlace('alpha'), deployments.takePlace('alpha')])
    expect(log).toEqual(['start practice', 'start alpha'])
    expect(first.deployment.name).toBe('practice')
    expect(second.deployment).toBe(third.deployment)
    expect(deployments.running.map(({ profile }) => profile.name)).toEqual(['practice', 'alpha'])
    expect(deployments.choices()).toMatchObject([
      { name: 'practice', running: true, windows: 1, holds: null },
      { name: 'alpha', running: true, windows: 2 },
      { name: 'beta', running: false, windows: 0 },
    ])
  })

  it('do not start the practice venue before a window wants it', async () => {
    let starts = 0
    const practice = async () => {
      starts += 1
      return testProfile('practice')
    }
    const { deployments } = deploymentsForTest({ given: 'gamma', practice })
    expect(deployments.usual).toBe('gamma')
    await deployments.takePlace(deployments.usual)
    expect(starts).toBe(0)
    await deployments.takePlace('practice')
    expect(starts).toBe(1)
  })

  it('leave everything unchanged when one cannot start', async () => {
    const { deployments, log, world } = deploymentsForTest()
    world.practice = () => Promise.reject(new Error('no port'))
    await expect(deployments.takePlace('practice')).rejects.toThrow('no port')
    await expect(deployments.takePlace('nobody')).rejects.toMatchObject({ code: 'unknown_profile' })
    expect(log).toEqual([])
    expect(deployments.running).toEqual([])
  })

  it('report every change of what runs, and nothing else', async () => {
    const { deployments, built, settle } = deploymentsForTest()
    let reported = 0
    deployments.onChange(() => {
      reported += 1
    })
    const place = await deployments.takePlace('alpha')
    expect(reported).toBe(1)
    built[0]?.hold({ alerts: 1 })
    await settle()
    expect(reported).toBe(2)
    built[0]?.hold({ alerts: 1 })
    await settle()
    expect(reported).toBe(2)
    place.release()
    await settle()
    expect(reported).toBe(3)
  })
})

describe('a deployment whose last window left', () => {
  it('is stopped without pending work, but not at once', async () => {
    const { deployments, log, clock, settle } = deploymentsForTest()
    const [one, two] = [await deployments.takePlace('alpha'), await deployments.takePlace('alpha')]
    one.release()
    one.release()
    await settle()
    clock.advance(STOP_AFTER)
    expect(log).toEqual(['start alpha'])
    two.release()
    await settle()
    clock.advance(STOP_AFTER - 1)
    expect(log).toEqual(['start alpha'])
    clock.advance(1)
    expect(log).toEqual(['start alpha', 'stop alpha', 'stopped alpha'])
    expect(deployments.running).toEqual([])
  })

  it('continues unchanged for a window that comes back meanwhile, and is built again for one that comes later', async () => {
    const { deployments, built, clock, settle } = deploymentsForTest()
    const first = await deployments.takePlace('alpha')
    first.release()
    await settle()
    clock.advance(STOP_AFTER - 1)
    const second = await deployments.takePlace('alpha')
    expect(second.deployment).toBe(first.deployment)
    clock.advance(2 * STOP_AFTER)
    expect(built).toHaveLength(1)
    second.release()
    await settle()
    clock.advance(STOP_AFTER)
    expect((await deployments.takePlace('alpha')).deployment).not.toBe(first.deployment)
  })

  it('continues while it has a conditional order or an alert, reports that, and stops when they have ended', async () => {
    const { deployments, log, built, clock, titles, notices, settle } = deploymentsForTest()
    const place = await deployments.takePlace('alpha')
    built[0]?.hold({ conditionals: 2, alerts: 1 })
    await settle()
    expect(titles()).toEqual([])
    place.release()
    await settle()
    clock.advance(10 * STOP_AFTER)
    expect(log).toEqual(['start alpha'])
    expect(titles()).toEqual(['alpha keeps running without a window'])
    expect(notices.source.value[0]?.detail).toContain('2 exits and 1 alert')
    expect(deployments.choices()[1]).toMatchObject({ name: 'alpha', running: true, windows: 0 })

    built[0]?.hold({ conditionals: 0, alerts: 0, actions: 1 })
    await settle()
    clock.advance(10 * STOP_AFTER)
    expect(log).toEqual(['start alpha'])
    expect(titles()).toEqual([])
    expect(deployments.choices()[1]).toMatchObject({ holds: '1 action in progress' })
    built[0]?.hold({ actions: 0 })
    await settle()
    clock.advance(STOP_AFTER)
    expect(log.slice(1)).toEqual(['stop alpha', 'stopped alpha'])
  })

  it('reports when nobody is signed in to watch for', async () => {
    const { deployments, built, notices, settle } = deploymentsForTest()
    const place = await deployments.takePlace('alpha')
    built[0]?.hold({ conditionals: 1, signedIn: false })
    place.release()
    await settle()
    expect(notices.source.value).toMatchObject([{ level: 'warning', title: 'alpha keeps running without a window' }])
    built[0]?.hold({ signedIn: true })
    await settle()
    expect(notices.source.value).toMatchObject([
      {
        level: 'info',
        detail: expect.stringContaining(
          'Running: 1 exit. All of it stays watched. The deployment stops when nothing is left. Reopen it from Account.',
        ),
      },
    ])
  })

  it('ends its notice once a window is on it again', async () => {
    const { deployments, built, titles, settle } = deploymentsForTest()
    const place = await deployments.takePlace('alpha')
    built[0]?.hold({ conditionals: 1 })
    place.release()
    await settle()
    expect(titles()).toHaveLength(1)
    await deployments.takePlace('alpha')
    expect(titles()).toEqual([])
  })

  it('survives the pauses of a sequence: new pending work in time keeps it', async () => {
    const { deployments, log, built, clock, settle } = deploymentsForTest()
    const place = await deployments.takePlace('alpha')
    built[0]?.hold({ actions: 1 })
    place.release()
    for (const actions of [0, 3, 0, 1, 0]) {
      built[0]?.hold({ actions })
      await settle()
      clock.advance(STOP_AFTER - 1)
    }
    expect(log).toEqual(['start alpha'])
    clock.advance(1)
    expect(log).toContain('stop alpha')
  })
})

describe('at the start', () => {
  it('those with pending work run without a window, but the practice venue is only reported', async () => {
    const { deployments, log, titles, settle, built, clock } = deploymentsForTest({
      stored: { alpha: { conditionals: 1 }, practice: { alerts: 2 } },
    })
    await deployments.takePlace('beta')
    deployments.resumeHolders()
    expect(log).toEqual(['start beta', 'start alpha'])
    expect(titles()).toEqual(['practice is not running'])
    await deployments.takePlace('practice')
    expect(titles()).toEqual([])
    // The stored work may belong to another wallet, for example.
    built[1]?.hold({ conditionals: 0 })
    await settle()
    clock.advance(STOP_AFTER)
    expect(log).toContain('stop alpha')
  })
})

describe('an interrupted flatten', () => {
  it('is reported at the start although no window is on its deployment', async () => {
    const { deployments, log, titles, settle, built } = deploymentsForTest({
      stored: { alpha: { flattens: 1 }, practice: { flattens: 1 } },
    })
    await deployments.takePlace('beta')
    deployments.resumeHolders()
    expect(log).toEqual(['start beta', 'start alpha'])
    built[1]?.hold({ flattens: 1 })
    await settle()
    expect(titles().toSorted()).toEqual(['alpha keeps running without a window', 'practice is not running'])
  })
})

describe('removing a deployment', () => {
  it('removes its keys, but is refused while it has a window or pending work', async () => {
    const { deployments, log, store, built, settle } = deploymentsForTest()
    const place = await deployments.takePlace('alpha')
    await expect(deployments.remove('alpha')).rejects.toMatchObject({ code: 'in_use' })
    built[0]?.hold({ conditionals: 1 })
    place.release()
    await settle()
    await expect(deployments.remove('alpha')).rejects.toThrow(
      'This deployment still has 1 exit. Cancel them before you remove it.',
    )
    built[0]?.hold({ conditionals: 0 })
    await deployments.remove('alpha')
    expect(log).toEqual(['start alpha', 'stop alpha', 'stopped alpha', 'forget alpha'])
    expect(store.all().map(({ name }) => name)).toEqual(['beta'])
    await expect(deployments.remove('practice')).rejects.toMatchObject({ code: 'unknown_profile' })
  })

  it('admits no window meanwhile', async () => {
    const { deployments } = deploymentsForTest()
    const removing = deployments.remove('alpha')
    await expect(deployments.takePlace('alpha')).rejects.toMatchObject({ code: 'unknown_profile' })
    await removing
  })
})

describe('shutdown', () => {
  it('stops all of them, and nothing starts any more', async () => {
    const { deployments, log, settle } = deploymentsForTest()
    const place = await deployments.takePlace('practice')
    await deployments.takePlace('alpha')
    deployments.stop()
    expect(log.slice(2)).toEqual(['stop practice', 'stopped practice', 'stop alpha', 'stopped alpha'])
    place.release()
    await settle()
    await expect(deployments.takePlace('alpha')).rejects.toMatchObject({ code: 'closing' })
  })
})

describe('pending work as text', () => {
  it.each([
    [{}, null],
    [{ conditionals: 1 }, '1 exit'],
    [{ conditionals: 2, alerts: 1 }, '2 exits and 1 alert'],
    [{ conditionals: 1, alerts: 3, actions: 2 }, '1 exit, 3 alerts and 2 actions in progress'],
    [{ algos: 1 }, '1 algo order'],
    [{ conditionals: 1, algos: 2, actions: 1 }, '1 exit, 2 algo orders and 1 action in progress'],
    [{ alerts: 1, flattens: 1 }, '1 alert and 1 interrupted flatten'],
  ])('%j is %s', (held, text) => {
    expect(pendingWorkLabel({ ...NOTHING_PENDING, ...held })).toBe(text)
  })
})
