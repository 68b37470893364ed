import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RemoteNotificationInput, RemoteNotificationKind } from '../../contract/remote-notifications.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { CallError } from '../errors.ts'
import { openLog } from '../log/index.ts'
import { createSecretStore } from '../secrets/index.ts'
import { Notices } from '../topics/index.ts'
import type { Outcome } from './delivery.ts'
import type { RemoteRequest } from './message.ts'
import { createRemoteNotifications } from './remote-notifications.ts'

const directory = mkdtempSync(join(tmpdir(), 'isotherm-remote-notifications-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const log = openLog(directory)

const WEBHOOK: RemoteNotificationInput = {
  kind: 'webhook',
  address: 'https://hooks.example/T0/planted-path?key=planted-key',
}
const NTFY: RemoteNotificationInput = {
  ...{ kind: 'ntfy', server: 'https://ntfy.example', topic: 'planted-topic', token: 'planted-token' },
}
const PINGS: RemoteNotificationInput = { kind: 'heartbeat', address: 'https://pings.example/planted-uuid' }
const TAKEN: Outcome = { isTaken: true }
const BUSY: Outcome = { isTaken: false, text: 'answered 503', mayPass: true }
const GONE: Outcome = { isTaken: false, text: 'answered 404', mayPass: false }
const yes = async (): Promise<void> => undefined

/** A keychain that outlives a terminal, as the file of hosts does. */
function machine() {
  const entries = new Map<string, string>()
  const hosts = new Map<RemoteNotificationKind, string>()
  const world = { keychain: 'works' as 'works' | 'none', asked: 0 }
  const run = async <T>(work: () => T): Promise<T> => {
    world.asked += 1
    if (world.keychain === 'none') throw new Error('there is none')
    return work()
  }
  const keytar = {
    getPassword: (_service: string, account: string) => run(() => entries.get(account) ?? null),
    setPassword: (_service: string, account: string, text: string) => run(() => void entries.set(account, text)),
    deletePassword: (_service: string, account: string) => run(() => entries.delete(account)),
  }
  return { entries, hosts, world, keytar }
}

function setup(on = machine()) {
  const clock = createFakeClock()
  const secrets = createSecretStore({ clock, log, keychain: async () => on.keytar })
  const notices = new Notices(clock)
  const chosen = { ...DEFAULT_SETTINGS }
  const world = {
    answer: TAKEN as Outcome | Promise<Outcome>,
    breaks: null as string | null,
    held: [] as string[],
    onChange: (): void => undefined,
  }
  const sent: RemoteRequest[] = []
  const remoteNotifications = createRemoteNotifications({
    secrets,
    hosts: {
      read: (kind) => on.hosts.get(kind) ?? null,
      save: (kind, host) => void (host === null ? on.hosts.delete(kind) : on.hosts.set(kind, host)),
    },
    settings: {
      current: () => chosen,
      onChange(listener) {
        world.onChange = listener
        return () => undefined
      },
    },
    held: () => world.held,
    async send(request) {
      sent.push(request)
      if (world.breaks !== null) throw new Error(world.breaks)
      return world.answer
    },
    notices: {
      put: (key, level, title, detail) => notices.put(key, level, title, detail),
      clear: (key) => notices.clear(key),
    },
    random: () => 0.5,
    ...{ clock, log },
  })
  remoteNotifications.begin()
  const report = (news: Partial<Parameters<ReturnType<typeof createRemoteNotifications>['notify']>[0]> = {}): void =>
    remoteNotifications.notify({
      ...{ level: 'info', title: 'Filled', text: 'Bought 12.5 at 572.48.', deployment: 'alpha', isActing: false },
      ...news,
    })
  const change = (settings: Partial<typeof chosen>): void => {
    Object.assign(chosen, settings)
    world.onChange()
  }
  const place = (kind: RemoteNotificationKind) =>
    remoteNotifications.source.view({ kind: 'remote_notifications' })?.places.find((one) => one.kind === kind)
  const bodies = () => sent.map(({ body }) => JSON.parse(body ?? 'null'))
  return { on, clock, notices, world, sent, remoteNotifications, notify: report, change, place, bodies }
}

describe('remote services', () => {
  it('are none at first: nothing is sent, and the keychain is not asked', async () => {
    const { on, clock, sent, notify, world, place } = setup()
    world.held = ['1 alert on alpha']
    notify()
    await clock.advanceAsync(60_000)
    expect([sent, on.world.asked, place('webhook')?.host]).toEqual([[], 0, null])
  })

  it('receive the trader’s notifications, at the host that the trader confirmed', async () => {
    const { clock, remoteNotifications, notify, bodies, place, sent } = setup()
    const requests: string[] = []
    expect(await remoteNotifications.set(WEBHOOK, async (host) => void requests.push(host))).toBe('hooks.example')
    expect(requests).toEqual(['hooks.example'])
    notify()
    await clock.advanceAsync(0)
    expect(sent[0]?.url).toBe('https://hooks.example/T0/planted-path?key=planted-key')
    expect(bodies()).toMatchObject([{ title: 'Filled', deployment: 'alpha' }])
    expect(bodies()[0]).not.toHaveProperty('detail')
    expect(place('webhook')).toMatchObject({ host: 'hooks.example', sentAt: clock.now(), failure: null })
  })

  it('are neither used nor stored where the trader declines', async () => {
    const { on, clock, remoteNotifications, notify, sent, place } = setup()
    const no = () => Promise.reject(new CallError('not_by_hand', 'no'))
    await expect(remoteNotifications.set(WEBHOOK, no)).rejects.toThrow('no')
    notify()
    await clock.advanceAsync(60_000)
    expect([sent, on.entries.size, on.hosts.size, place('webhook')?.host]).toEqual([[], 0, 0, null])
  })

  it('stay unchanged where another address is refused', async () => {
    const { clock, remoteNotifications, notify, sent } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    const other: RemoteNotificationInput = { kind: 'webhook', address: 'https://other.example/x' }
    await expect(remoteNotifications.set(other, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    notify()
    await clock.advanceAsync(0)
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(['hooks.example'])
  })

  it('receive only errors and what needs the trader, where that is chosen', async () => {
    const { clock, remoteNotifications, notify, change, bodies } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    change({ remoteNotificationScope: 'acting' })
    notify()
    notify({ title: 'Close to liquidation', isActing: true })
    await clock.advanceAsync(10_000)
    expect(bodies().map(({ title }) => title)).toEqual(['Close to liquidation'])
  })

  it('receive sizes and prices only where details are on, decided at the time of sending', async () => {
    const { clock, remoteNotifications, notify, change, bodies, world } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    change({ remoteNotificationDetails: true })
    notify({ title: 'one' })
    await clock.advanceAsync(0)
    world.answer = BUSY
    notify({ title: 'two' })
    await clock.advanceAsync(0)
    change({ remoteNotificationDetails: false })
    world.answer = TAKEN
    await clock.advanceAsync(10_000)
    expect(bodies().map(({ title, detail }) => [title, detail])).toEqual([
      ['one', 'Bought 12.5 at 572.48.'],
      ['two', 'Bought 12.5 at 572.48.'],
      ['two', undefined],
    ])
  })

  it('receive once what is both a notice and an alert', async () => {
    const { clock, remoteNotifications, notify, bodies } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    notify({ title: 'A stop failed', level: 'error', isActing: true })
    notify({ title: 'A stop failed', level: 'warning', isActing: true })
    await clock.advanceAsync(11_000)
    notify({ title: 'A stop failed', level: 'error', isActing: true })
    await clock.advanceAsync(10_000)
    expect(bodies().map(({ title }) => title)).toEqual(['A stop failed', 'A stop failed'])
  })

  it('that fail are reported in one notice, which is removed when they accept messages again', async () => {
    const { clock, remoteNotifications, notify, notices, world, place } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    let shown = 0
    notices.onNew(() => {
      shown += 1
    })
    world.answer = BUSY
    for (let minute = 0; minute < 30; minute += 1) {
      notify({ title: `Alert ${'x'.repeat(minute)}` })
      await clock.advanceAsync(60_000)
    }
    expect(notices.source.value).toMatchObject([{ level: 'warning', title: 'Webhook not reachable' }])
    expect(shown).toBe(1)
    expect(notices.source.value[0]?.detail).toContain('hooks.example answered 503.')
    expect(place('webhook')).toMatchObject({ failure: { text: 'answered 503' } })
    world.answer = TAKEN
    notify({ title: 'Taken again' })
    await clock.advanceAsync(0)
    expect(notices.source.value).toEqual([])
  })

  it('each receive messages at once, independent of the others', async () => {
    const { clock, remoteNotifications, notify, sent, world } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    await remoteNotifications.set(NTFY, yes)
    world.answer = new Promise(() => undefined)
    notify({ title: 'first' })
    notify({ title: 'second' })
    await clock.advanceAsync(0)
    expect(sent.map(({ url }) => new URL(url).host).toSorted()).toEqual([
      ...['hooks.example', 'hooks.example', 'ntfy.example', 'ntfy.example'],
    ])
  })

  it('answer a test with a message, even while nothing else is sent', async () => {
    const { remoteNotifications, world } = setup()
    await expect(remoteNotifications.test('ntfy')).rejects.toMatchObject({
      message: expect.stringContaining('Set an address first.'),
    })
    await remoteNotifications.set(NTFY, yes)
    expect(await remoteNotifications.test('ntfy')).toEqual({ isTaken: true, text: 'ntfy.example accepted it.' })
    world.answer = { isTaken: false, text: 'answered 403', mayPass: false }
    expect(await remoteNotifications.test('ntfy')).toEqual({
      ...{ isTaken: false, text: 'The test failed. ntfy.example answered 403.' },
    })
  })

  it('that are removed receive nothing, and leave nothing behind', async () => {
    const { on, clock, remoteNotifications, notify, sent, notices, world, place } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    world.answer = GONE
    notify()
    await clock.advanceAsync(0)
    expect(notices.source.value).toHaveLength(1)
    world.answer = BUSY
    notify({ title: 'second' })
    await clock.advanceAsync(0)
    await remoteNotifications.forget('webhook')
    notify({ title: 'third' })
    await clock.advanceAsync(10 * 60_000)
    expect([sent.length, on.entries.size, on.hosts.size, notices.source.value]).toEqual([2, 0, 0, []])
    expect(place('webhook')).toMatchObject({ host: null, failure: null })
  })

  it('are there after a start, and receive what was sent before the keychain answered', async () => {
    const on = machine()
    await setup(on).remoteNotifications.set(NTFY, yes)
    const { clock, notify, bodies, sent } = setup(on)
    notify()
    await clock.advanceAsync(0)
    expect(bodies()).toMatchObject([{ topic: 'planted-topic', message: 'alpha: Filled' }])
    expect(sent[0]?.headers.authorization).toBe('Bearer planted-token')
  })

  it('whose address is gone from the keychain report that, and accept nothing', async () => {
    const on = machine()
    await setup(on).remoteNotifications.set(WEBHOOK, yes)
    on.entries.clear()
    const { clock, notify, sent, place } = setup(on)
    await clock.advanceAsync(0)
    notify()
    await clock.advanceAsync(60_000)
    expect(place('webhook')).toMatchObject({
      ...{ host: 'hooks.example', unusable: expect.stringContaining('not in the keychain') },
    })
    expect(sent).toEqual([])
  })

  it('last for this run only without a keychain', async () => {
    const on = machine()
    on.world.keychain = 'none'
    const { clock, remoteNotifications, notify, sent } = setup(on)
    await remoteNotifications.set(WEBHOOK, yes)
    notify()
    await clock.advanceAsync(0)
    expect(sent).toHaveLength(1)
    expect(on.entries.size).toBe(0)
  })
})

describe('the remote heartbeat', () => {
  it('is sent while automated orders are active, or whenever the terminal runs if that is chosen', async () => {
    const { clock, remoteNotifications, world, sent, change, place } = setup()
    await remoteNotifications.set(PINGS, yes)
    await clock.advanceAsync(10 * 60_000)
    expect([sent, place('heartbeat')?.isBeating]).toEqual([[], false])
    world.held = ['1 conditional order on alpha']
    remoteNotifications.review()
    await clock.advanceAsync(10 * 60_000)
    expect(sent).toEqual(Array(3).fill(expect.objectContaining({ method: 'GET', url: PINGS.address })))
    expect(place('heartbeat')?.isBeating).toBe(true)
    world.held = []
    remoteNotifications.review()
    await clock.advanceAsync(10 * 60_000)
    expect(sent).toHaveLength(3)
    change({ heartbeatWhen: 'always', heartbeatEvery: '1' })
    await clock.advanceAsync(2 * 60_000)
    expect(sent).toHaveLength(6)
  })

  it('is never a message, and messages are no pings', async () => {
    const { clock, remoteNotifications, notify, sent } = setup()
    await remoteNotifications.set(PINGS, yes)
    notify()
    await clock.advanceAsync(60_000)
    expect(sent).toEqual([])
  })

  it('switches to another service at once', async () => {
    const { clock, remoteNotifications, world, sent } = setup()
    world.held = ['1 alert on alpha']
    await remoteNotifications.set(PINGS, yes)
    await clock.advanceAsync(60_000)
    await remoteNotifications.set({ kind: 'heartbeat', address: 'https://other.example/x' }, yes)
    await clock.advanceAsync(0)
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(['pings.example', 'other.example'])
  })
})

describe('the end of the terminal', () => {
  it('is sent where automated orders are active, ahead of waiting messages, and nothing is sent after it', async () => {
    const { clock, remoteNotifications, world, bodies, notify, sent } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    await remoteNotifications.set(NTFY, yes)
    await remoteNotifications.set(PINGS, yes)
    world.answer = BUSY
    notify({ title: 'is tried again' })
    await clock.advanceAsync(0)
    world.answer = TAKEN
    sent.length = 0
    world.held = ['2 conditional orders on alpha', '1 alert on beta']
    remoteNotifications.beginEnd('closed')
    notify()
    await remoteNotifications.ended()
    await clock.advanceAsync(10 * 60_000)
    const text =
      'Not watched until it runs again: 2 conditional orders on alpha; 1 alert on beta. Resting orders stay at the venue.'
    expect(bodies()).toMatchObject([
      { level: 'warning', title: 'Isotherm closed with active exits or alerts', detail: text },
      { title: 'Isotherm closed with active exits or alerts', message: text },
    ])
    expect(clock.waiting).toBe(0)
  })

  it('is not sent without automated orders', async () => {
    const { remoteNotifications, sent } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    remoteNotifications.beginEnd('closed')
    await remoteNotifications.ended()
    expect(sent).toEqual([])
  })

  it('states that it was an error', async () => {
    const { remoteNotifications, world, bodies } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    world.held = ['1 alert on alpha']
    remoteNotifications.beginEnd('error')
    await remoteNotifications.ended()
    expect(bodies()).toMatchObject([{ level: 'error', title: 'Isotherm stopped on an error' }])
  })

  it('does not wait for a slow service', async () => {
    const { clock, remoteNotifications, world } = setup()
    await remoteNotifications.set(WEBHOOK, yes)
    world.held = ['1 alert on alpha']
    world.answer = new Promise(() => undefined)
    remoteNotifications.beginEnd('closed')
    let isOver = false
    const ended = remoteNotifications.ended().then(() => {
      isOver = true
    })
    await clock.advanceAsync(2_499)
    expect(isOver).toBe(false)
    await clock.advanceAsync(1)
    await ended
  })
})

describe('secrets', () => {
  it('appear in no log line, error output, notice, topic or file of hosts, in any failure', async () => {
    const errorOutput = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => errorOutput.mockRestore())
    const { on, clock, remoteNotifications, notify, notices, world } = setup()
    for (const input of [WEBHOOK, NTFY, PINGS]) {
      await remoteNotifications.set(input, async (host) => {
        log.info({ input, host }, 'asked')
      })
    }
    world.held = ['1 alert on alpha']
    remoteNotifications.review()
    world.answer = GONE
    for (const title of ['a', 'b', 'c']) notify({ title })
    await clock.advanceAsync(60_000)
    world.breaks = 'fetch of https://hooks.example/T0/planted-path?key=planted-key for planted-topic failed'
    notify({ title: 'd' })
    await clock.advanceAsync(60_000)
    await remoteNotifications.test('ntfy')
    log.error({ err: new Error('GET /planted-uuid, Bearer planted-token') }, 'and so on')
    const read = (): string => {
      log.flush()
      return readFileSync(join(directory, 'isotherm.log'), 'utf8')
    }
    await expect.poll(read).toContain('a remote notification failed')
    const written = read()
    const printed = errorOutput.mock.calls.join()
    expect(printed).toContain('a remote notification failed')
    for (const place of [written, printed, JSON.stringify(notices.source.value), JSON.stringify([...on.hosts])]) {
      expect(place).not.toContain('planted')
    }
    expect(JSON.stringify(remoteNotifications.source.view({ kind: 'remote_notifications' }))).not.toContain('planted')
    expect([...on.entries.values()].join()).toContain('planted-path')
  })
})
