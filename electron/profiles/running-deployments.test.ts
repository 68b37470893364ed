import { describe, expect, it } from 'vitest'
import { holdingsWords, NOTHING_HELD } from './pending-work.ts'
import { LINGER } from './running-deployments.ts'
import { deskForTest, testProfile } from './testing/setup.ts'

describe('deployments at a time', () => {
  it('each begins with its first window, and goes on beside the others', async () => {
    const { desk, log } = deskForTest()
    const first = await desk.seat('practice')
    const [second, third] = await Promise.all([desk.seat('alpha'), desk.seat('alpha')])
    expect(log).toEqual(['start practice', 'start alpha'])
    expect(first.deployment.name).toBe('practice')
    expect(second.deployment).toBe(third.deployment)
    expect(desk.running.map(({ profile }) => profile.name)).toEqual(['practice', 'alpha'])
    expect(desk.choices()).toMatchObject([
      { name: 'practice', running: true, windows: 1, holds: null },
      { name: 'alpha', running: true, windows: 2 },
      { name: 'beta', running: false, windows: 0 },
    ])
  })

  it('the practice venue is not started before a window wants it', async () => {
    let starts = 0
    const practice = async () => {
      starts += 1
      return testProfile('practice')
    }
    const { desk } = deskForTest({ given: 'gamma', practice })
    expect(desk.usual).toBe('gamma')
    await desk.seat(desk.usual)
    expect(starts).toBe(0)
    await desk.seat('practice')
    expect(starts).toBe(1)
  })

  it('one that cannot be had leaves everything as it was', async () => {
    const { desk, log, world } = deskForTest()
    world.practice = () => Promise.reject(new Error('no port'))
    await expect(desk.seat('practice')).rejects.toThrow('no port')
    await expect(desk.seat('nobody')).rejects.toMatchObject({ code: 'unknown_profile' })
    expect(log).toEqual([])
    expect(desk.running).toEqual([])
  })

  it('tells of every change of what runs, and of nothing else', async () => {
    const { desk, built, settle } = deskForTest()
    let told = 0
    desk.onChange(() => {
      told += 1
    })
    const seat = await desk.seat('alpha')
    expect(told).toBe(1)
    built[0]?.hold({ alerts: 1 })
    await settle()
    expect(told).toBe(2)
    built[0]?.hold({ alerts: 1 })
    await settle()
    expect(told).toBe(2)
    seat.leave()
    await settle()
    expect(told).toBe(3)
  })
})

describe('a deployment whose last window left', () => {
  it('is stopped when it holds nothing, not at once', async () => {
    const { desk, log, clock, settle } = deskForTest()
    const [one, two] = [await desk.seat('alpha'), await desk.seat('alpha')]
    one.leave()
    one.leave()
    await settle()
    clock.advance(LINGER)
    expect(log).toEqual(['start alpha'])
    two.leave()
    await settle()
    clock.advance(LINGER - 1)
    expect(log).toEqual(['start alpha'])
    clock.advance(1)
    expect(log).toEqual(['start alpha', 'stop alpha', 'stopped alpha'])
    expect(desk.running).toEqual([])
  })

  it('goes on as it was for a window that comes back meanwhile, and is built anew for one that comes later', async () => {
    const { desk, built, clock, settle } = deskForTest()
    const first = await desk.seat('alpha')
    first.leave()
    await settle()
    clock.advance(LINGER - 1)
    const second = await desk.seat('alpha')
    expect(second.deployment).toBe(first.deployment)
    clock.advance(2 * LINGER)
    expect(built).toHaveLength(1)
    second.leave()
    await settle()
    clock.advance(LINGER)
    expect((await desk.seat('alpha')).deployment).not.toBe(first.deployment)
  })

  it('goes on while it holds a conditional order or an alert, says so, and stops when they have ended', async () => {
    const { desk, log, built, clock, titles, notices, settle } = deskForTest()
    const seat = await desk.seat('alpha')
    built[0]?.hold({ conditionals: 2, alerts: 1 })
    await settle()
    expect(titles()).toEqual([])
    seat.leave()
    await settle()
    clock.advance(10 * LINGER)
    expect(log).toEqual(['start alpha'])
    expect(titles()).toEqual(['alpha goes on without a window'])
    expect(notices.source.value[0]?.detail).toContain('2 conditional orders and 1 alert')
    expect(desk.choices()[1]).toMatchObject({ name: 'alpha', running: true, windows: 0 })

    built[0]?.hold({ conditionals: 0, alerts: 0, actions: 1 })
    await settle()
    clock.advance(10 * LINGER)
    expect(log).toEqual(['start alpha'])
    expect(titles()).toEqual([])
    expect(desk.choices()[1]).toMatchObject({ holds: '1 action under way' })
    built[0]?.hold({ actions: 0 })
    await settle()
    clock.advance(LINGER)
    expect(log.slice(1)).toEqual(['stop alpha', 'stopped alpha'])
  })

  it('says when nobody is signed in to watch for', async () => {
    const { desk, built, notices, settle } = deskForTest()
    const seat = await desk.seat('alpha')
    built[0]?.hold({ conditionals: 1, signedIn: false })
    seat.leave()
    await settle()
    expect(notices.source.value).toMatchObject([{ level: 'warning', title: 'alpha goes on without a window' }])
    built[0]?.hold({ signedIn: true })
    await settle()
    expect(notices.source.value).toMatchObject([{ level: 'info', detail: expect.stringContaining('watched on') }])
  })

  it('says nothing any more once a window is on it again', async () => {
    const { desk, built, titles, settle } = deskForTest()
    const seat = await desk.seat('alpha')
    built[0]?.hold({ conditionals: 1 })
    seat.leave()
    await settle()
    expect(titles()).toHaveLength(1)
    await desk.seat('alpha')
    expect(titles()).toEqual([])
  })

  it('holds through the pauses of a sequence: what it holds again in time keeps it', async () => {
    const { desk, log, built, clock, settle } = deskForTest()
    const seat = await desk.seat('alpha')
    built[0]?.hold({ actions: 1 })
    seat.leave()
    for (const actions of [0, 3, 0, 1, 0]) {
      built[0]?.hold({ actions })
      await settle()
      clock.advance(LINGER - 1)
    }
    expect(log).toEqual(['start alpha'])
    clock.advance(1)
    expect(log).toContain('stop alpha')
  })
})

describe('at the start', () => {
  it('those that hold something run on without a window, but the practice venue is only spoken of', async () => {
    const { desk, log, titles, settle, built, clock } = deskForTest({
      stored: { alpha: { conditionals: 1 }, practice: { alerts: 2 } },
    })
    await desk.seat('beta')
    desk.resumeHolders()
    expect(log).toEqual(['start beta', 'start alpha'])
    expect(titles()).toEqual(['practice is not running'])
    await desk.seat('practice')
    expect(titles()).toEqual([])
    // What was stored is another wallet's, say.
    built[1]?.hold({ conditionals: 0 })
    await settle()
    clock.advance(LINGER)
    expect(log).toContain('stop alpha')
  })
})

describe('removing a profile', () => {
  it('takes the keys along, but never from under a window or from what it holds', async () => {
    const { desk, log, store, built, settle } = deskForTest()
    const seat = await desk.seat('alpha')
    await expect(desk.remove('alpha')).rejects.toMatchObject({ code: 'in_use' })
    built[0]?.hold({ conditionals: 1 })
    seat.leave()
    await settle()
    await expect(desk.remove('alpha')).rejects.toThrow('holds 1 conditional order')
    built[0]?.hold({ conditionals: 0 })
    await desk.remove('alpha')
    expect(log).toEqual(['start alpha', 'stop alpha', 'stopped alpha', 'forget alpha'])
    expect(store.all().map(({ name }) => name)).toEqual(['beta'])
    await expect(desk.remove('practice')).rejects.toMatchObject({ code: 'unknown_profile' })
  })

  it('lets no window on it meanwhile', async () => {
    const { desk } = deskForTest()
    const removing = desk.remove('alpha')
    await expect(desk.seat('alpha')).rejects.toMatchObject({ code: 'unknown_profile' })
    await removing
  })
})

describe('the end', () => {
  it('stops all of them, and nothing begins any more', async () => {
    const { desk, log, settle } = deskForTest()
    const seat = await desk.seat('practice')
    await desk.seat('alpha')
    desk.stop()
    expect(log.slice(2)).toEqual(['stop practice', 'stopped practice', 'stop alpha', 'stopped alpha'])
    seat.leave()
    await settle()
    await expect(desk.seat('alpha')).rejects.toMatchObject({ code: 'closing' })
  })
})

describe('what is held, in words', () => {
  it.each([
    [{}, null],
    [{ conditionals: 1 }, '1 conditional order'],
    [{ conditionals: 2, alerts: 1 }, '2 conditional orders and 1 alert'],
    [{ conditionals: 1, alerts: 3, actions: 2 }, '1 conditional order, 3 alerts and 2 actions under way'],
  ])('%j is %s', (held, words) => {
    expect(holdingsWords({ ...NOTHING_HELD, ...held })).toBe(words)
  })
})
