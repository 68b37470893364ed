import { describe, expect, it } from 'vitest'
import type { Fill } from '../contract/account.ts'
import type { ActionRecord, ActionState } from '../contract/action.ts'
import type { AlertFiring } from '../contract/alert.ts'
import { Listeners } from '../contract/listeners.ts'
import { DEFAULT_SETTINGS } from '../contract/settings-table.ts'
import type { SoundChoices } from '../contract/sound.ts'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { millis } from '../contract/time.ts'
import { createSounds } from './sounds.ts'
import { topicOf } from './topics/index.ts'

const MISSING = 3_000

function setup() {
  const clock = createFakeClock()
  const changes = { alerts: new Listeners(), actions: new Listeners(), connection: new Listeners() }
  const fills = new Listeners<[readonly Fill[]]>()
  const world = { firings: [] as AlertFiring[], actions: [] as ActionRecord[], live: true }
  let settings: SoundChoices = DEFAULT_SETTINGS
  const beeps: number[] = []
  const sounds = createSounds({
    alerts: topicOf('alerts', () => ({ firings: world.firings }) as never, changes.alerts.on),
    actions: topicOf('actions', () => world.actions, changes.actions.on),
    feed: [
      topicOf(
        'connection',
        () => ({ socket: world.live ? 'live' : 'offline', stale: !world.live }) as never,
        changes.connection.on,
      ),
    ],
    onFills: fills.on,
    serverTime: () => clock.now(),
    settings: () => settings,
    beep: () => void beeps.push(clock.monotonic()),
    clock,
  })
  const received: string[] = []
  /** A window that plays its topic. */
  const open = (name: string): void => {
    const source = sounds.source(name)
    let before = source.view({ kind: 'sound' })?.seq ?? 0
    source.onChange(() => {
      const cue = source.view({ kind: 'sound' })
      if (cue === undefined || cue === null || cue.seq <= before) return
      before = cue.seq
      received.push(`${name} ${cue.event}`)
    })
    sounds.focus(name, false)
  }
  const fire = (firing: Partial<AlertFiring> = {}): void => {
    const one = {
      seq: world.firings.length + 1,
      alertId: 'a',
      title: 't',
      text: 'w',
      at: millis(1),
      isActing: false,
      isSilent: false,
      ...firing,
    }
    world.firings = [one, ...world.firings]
    changes.alerts.notify()
  }
  const act = (id: string, state: ActionState): void => {
    const record = { id, state, updatedAt: clock.now() } as ActionRecord
    world.actions = [record, ...world.actions.filter((one) => one.id !== id)]
    changes.actions.notify()
  }
  const fill = (time = clock.now() as number): void => fills.notify([{ time: millis(time) } as Fill])
  const connect = (live: boolean): void => {
    world.live = live
    changes.connection.notify()
  }
  const set = (change: Partial<SoundChoices>): void => {
    settings = { ...settings, ...change }
  }
  return {
    clock,
    sounds,
    world,
    heard: received,
    beeps,
    open,
    fire,
    act,
    fill,
    connect,
    set,
    later: () => clock.advance(1_000),
  }
}

describe('sounds', () => {
  it('play for an alert, a stop, a fill, a refusal and what needs the trader, each its own', () => {
    const { sounds, heard, open, fire, act, fill, later } = setup()
    open('w')
    sounds.start()
    fire()
    later()
    fire({ alertId: '' })
    later()
    fire({ alertId: '', isActing: true })
    later()
    fire({ isSilent: true })
    fill()
    later()
    for (const state of ['signed', 'sent', 'resting', 'filled', 'cancelled', 'done'] as const) act('good', state)
    for (const state of ['refused', 'rejected', 'unknown'] as const) {
      act(state, state)
      later()
    }
    expect(heard).toEqual(['w alert', 'w held', 'w needs_you', 'w fill', 'w refusal', 'w refusal', 'w refusal'])
  })

  it('play for nothing that existed before, nor a fill that is only read now', () => {
    const { clock, sounds, heard, open, fire, act, fill, world } = setup()
    open('w')
    fire()
    act('old', 'rejected')
    clock.advance(5_000)
    sounds.start()
    // Both lists are published again, with nothing new in them.
    world.firings = [...world.firings]
    fire({ isSilent: true })
    act('fine', 'resting')
    fill(clock.now() - 60_000)
    expect(heard).toEqual([])
  })

  it('play once for a state, however often the list is published', () => {
    const { sounds, heard, open, act, later } = setup()
    open('w')
    sounds.start()
    act('a', 'unknown')
    later()
    act('b', 'resting')
    later()
    act('a', 'rejected')
    expect(heard).toEqual(['w refusal', 'w refusal'])
  })

  it('play once for simultaneous events, and again only for a more important one', () => {
    const { sounds, heard, open, fire, fill, later } = setup()
    open('w')
    sounds.start()
    for (let count = 0; count < 50; count += 1) fill()
    fire()
    fill()
    fire({ isActing: true })
    fire()
    later()
    fill()
    expect(heard).toEqual(['w fill', 'w alert', 'w needs_you', 'w fill'])
  })

  it('play for a longer outage of the connection, and its return, but not for a short gap or a start', () => {
    const { clock, sounds, heard, open, connect } = setup()
    open('w')
    sounds.start()
    connect(false)
    clock.advance(2 * MISSING)
    connect(true)
    expect(heard).toEqual([])
    connect(false)
    clock.advance(MISSING - 1)
    connect(true)
    clock.advance(2 * MISSING)
    expect(heard).toEqual([])
    connect(false)
    connect(false)
    clock.advance(MISSING)
    expect(heard).toEqual(['w connection_lost'])
    clock.advance(10 * MISSING)
    connect(true)
    connect(true)
    expect(heard).toEqual(['w connection_lost', 'w connection_back'])
  })

  it('do not play when the trader switched them off, all or individually', () => {
    const { sounds, heard, beeps, open, fire, fill, set, later } = setup()
    open('w')
    sounds.start()
    set({ soundFills: false })
    fill()
    fire()
    later()
    set({ sounds: false })
    fire({ isActing: true })
    later()
    sounds.closed('w')
    fire()
    expect([heard, beeps]).toEqual([['w alert'], []])
  })
})

describe('the playing window', () => {
  it('is a single one: the last one in front, even when another program is in front now', () => {
    const { sounds, heard, open, fire, later } = setup()
    for (const name of ['one', 'two', 'three']) open(name)
    sounds.start()
    fire()
    later()
    sounds.focus('two', true)
    fire()
    later()
    sounds.focus('two', false)
    fire()
    later()
    sounds.closed('two')
    fire()
    expect(heard).toEqual(['one alert', 'two alert', 'two alert', 'one alert'])
  })

  it('is none where none is open: the system plays its own sound, once', () => {
    const { sounds, heard, beeps, open, fire, later } = setup()
    sounds.start()
    fire()
    fire()
    expect(beeps).toHaveLength(1)
    later()
    open('w')
    fire()
    expect([beeps.length, heard]).toEqual([1, ['w alert']])
  })

  it('is silent once the deployment has stopped', () => {
    const { clock, sounds, heard, open, fire, fill, connect } = setup()
    open('w')
    sounds.start()
    connect(true)
    connect(false)
    sounds.stop()
    clock.advance(2 * MISSING)
    fire()
    fill()
    expect([heard, clock.waiting]).toEqual([[], 0])
  })
})
