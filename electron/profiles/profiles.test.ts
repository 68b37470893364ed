import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type DeploymentProfile, deploymentProfile } from '../service/index.ts'
import { createDeploymentDesk } from './deployment-desk.ts'
import { openProfiles } from './profile-store.ts'

const clock = createFakeClock()
const json = (name: string, more: object = {}): string =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, network: 'testnet', ...more })

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('stored profiles', () => {
  it('survive a restart, with the one that was chosen', () => {
    const where = directory()
    const first = openProfiles(where, clock)
    first.add(json('alpha', { routes: { history: null } }))
    first.add(json('beta'))
    first.choose('alpha')
    first.remove('beta')
    const second = openProfiles(where, clock)
    expect(second.all().map(({ name }) => name)).toEqual(['alpha'])
    expect(second.active()).toBe('alpha')
    expect(second.find('alpha')?.routes.history).toBeNull()
  })

  it.each([
    ['text that is not JSON', '{', 'not JSON', null],
    ['a field that is wrong', json('x', { baseUrl: 'http://elsewhere.example' }), 'https', 'baseUrl'],
    ['a field nobody knows', json('x', { secret: 1 }), 'secret', null],
    ['the practice venue’s name', json('Practice'), 'practice venue', 'name'],
    ['a name that is taken', json('Alpha'), 'already', 'name'],
  ])('%s is refused in words, with the field', (_, text, words, about) => {
    const store = openProfiles(directory(), clock)
    store.add(json('alpha'))
    expect(() => store.add(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(words), about }))
    expect(store.all()).toHaveLength(1)
  })

  it.each(['{"profiles": [', '{"profiles": [{"name": "x"}]}'])('a damaged file is set aside and said: %s', (text) => {
    const where = directory()
    writeFileSync(join(where, 'profiles.json'), text)
    const store = openProfiles(where, clock)
    expect(store.setAside?.what).toBe('profiles')
    expect(store.all()).toEqual([])
    expect(readdirSync(where)[0]).toMatch(/^profiles\.damaged-/)
  })
})

describe('choosing a deployment', () => {
  async function desk(given: DeploymentProfile | null = null) {
    const store = openProfiles(directory(), clock)
    store.add(json('alpha'))
    const log: string[] = []
    const world = { inFlight: 0, practice: async () => deploymentProfile.parse(JSON.parse(json('practice'))) }
    const opened = await createDeploymentDesk({
      store,
      given,
      practice: () => world.practice(),
      build: ({ name }) => ({
        name,
        trading: { inFlight: () => world.inFlight },
        start: async () => void log.push(`start ${name}`),
        stop: () => void log.push(`stop ${name}`),
      }),
      onSwitch: () => void log.push(`switch to ${opened.current.name}`),
      forgetSecrets: async (name) => void log.push(`forget ${name}`),
      onStartError: () => undefined,
    })
    return { desk: opened, store, log, world }
  }

  it('stops the last one, then opens the windows on the next, then starts it', async () => {
    const { desk: it, log, store } = await desk()
    expect(it.current.name).toBe('practice')
    await it.choose('alpha')
    expect(log).toEqual(['stop practice', 'switch to alpha', 'start alpha'])
    expect(store.active()).toBe('alpha')
    await it.choose('practice')
    expect(store.active()).toBeNull()
  })

  it('is refused while an action is on its way, also when it was sent meanwhile', async () => {
    const { desk: it, log, world } = await desk()
    world.inFlight = 1
    await expect(it.choose('alpha')).rejects.toMatchObject({ code: 'in_flight' })
    world.inFlight = 0
    await it.choose('alpha')
    const venue = world.practice
    world.practice = () => {
      world.inFlight = 2
      return venue()
    }
    await expect(it.choose('practice')).rejects.toThrow('2 actions are still on the way')
    expect(it.current.name).toBe('alpha')
    expect(log).toEqual(['stop practice', 'switch to alpha', 'start alpha'])
  })

  it('one that cannot be had leaves everything as it was', async () => {
    const { desk: it, log, world } = await desk(deploymentProfile.parse(JSON.parse(json('given'))))
    world.practice = () => Promise.reject(new Error('no port'))
    await expect(it.choose('practice')).rejects.toThrow('no port')
    await expect(it.choose('nobody')).rejects.toMatchObject({ code: 'unknown_profile' })
    expect(it.current.name).toBe('given')
    expect(log).toEqual([])
  })

  it('removing takes the keys along, but never those of the one in use', async () => {
    const { desk: it, log, store } = await desk()
    await it.remove('alpha')
    expect(log).toEqual(['forget alpha'])
    expect(store.all()).toEqual([])
    await expect(it.remove('practice')).rejects.toMatchObject({ code: 'in_use' })
  })
})
