import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AlertsView } from '../../contract/alert.ts'
import { LIVE } from '../../contract/market-ref.ts'
import type { SessionView } from '../../contract/session.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import type { Topic } from '../../contract/topics.ts'
import { Secret, secretAccount } from '../secrets/index.ts'
import type { Storage, StoredAlert } from '../storage/index.ts'
import { type Deployment, storedPendingWork } from './deployment.ts'
import { openDeployments } from './testing/setup.ts'

const NOWHERE = 'http://127.0.0.1:1'

/** Two deployments without a service, over one storage, as main has them. */
function twoDeployments(prepare?: (storage: Storage) => void) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  onTestFinished(() => void vi.unstubAllGlobals())
  const clock = createFakeClock()
  const { make, ...shared } = openDeployments(clock, prepare)
  const [alpha, beta] = [make('alpha', NOWHERE), make('beta', NOWHERE)]
  return { alpha, beta, clock, again: (name: string) => make(name, NOWHERE), ...shared }
}

const alertOf = (profile: string, id: string): StoredAlert => ({
  id,
  rule: { kind: 'bucket_close', minutes: 5 },
  repeat: false,
  state: 'on',
  createdAt: millis(1),
  lastFiredAt: null,
  lastMessage: null,
  timesFired: 0,
  profile,
  account: null,
  memory: { side: 0, seen: null, fillsUntil: 0, fillsAt: [] },
})

/** Each one's default alert, which is not pending work. */
const BEGUN = { rule: { kind: 'market_end', asset: null, minutes: 15 }, repeat: true, state: 'on' }

const shown = (deployment: Deployment, topic: Topic): unknown =>
  deployment
    .sources('window-1')
    .find(({ kinds }) => kinds.includes(topic.kind))
    ?.view(topic)

describe('a deployment that starts again', () => {
  it('has the markets of its link groups and its favorites as before, and those of no other', () => {
    const { alpha, beta, again } = twoDeployments()
    const rain = { family: 'outcome', outcomeId: 3601, side: 0 } as const
    alpha.links.set(3, rain)
    alpha.favourites.set(rain, true)
    const restarted = again('alpha')
    expect(shown(restarted, { kind: 'links' })).toMatchObject({ 1: LIVE, 3: rain })
    expect(shown(restarted, { kind: 'favourites' })).toEqual([rain])
    expect(shown(beta, { kind: 'links' })).toMatchObject({ 3: null })
    expect(shown(beta, { kind: 'favourites' })).toEqual([])
  })
})

describe('a deployment that was stopped', () => {
  it('leaves no timer and no socket behind, however often it starts and stops', async () => {
    const { alpha, clock } = twoDeployments((before) => before.alerts.write(alertOf('alpha', randomUUID())))
    const before = clock.waiting
    const starting = alpha.start()
    await clock.advanceAsync(60_000)
    await starting
    expect(clock.waiting).toBeGreaterThan(before)
    const source = alpha.sources('window-1').find(({ kinds }) => kinds.includes('ticker'))
    source?.watched?.({ kind: 'ticker', asset: 'NYCTMP1' })
    source?.unwatched?.({ kind: 'ticker', asset: 'NYCTMP1' })
    alpha.stop()
    // A read under way may be due for its repeat.
    await clock.advanceAsync(5000)
    expect(clock.waiting).toBe(before)
  })

  it('while its keys and its identity were still being read does not start after all', async () => {
    const { alpha, beta, clock } = twoDeployments()
    const before = clock.waiting
    const resumed = vi.spyOn(alpha.conditionals, 'start')
    const starting = [alpha.start(), beta.start()]
    alpha.stop()
    await clock.advanceAsync(60_000)
    await Promise.all(starting)
    expect(resumed).not.toHaveBeenCalled()
    beta.stop()
    await clock.advanceAsync(120_000)
    expect(clock.waiting).toBe(before)
    await alpha.identity.reload()
    await clock.advanceAsync(120_000)
    expect(clock.waiting).toBe(before)
  })
})

describe('two deployments at a time', () => {
  it('share the files, but none of their contents', async () => {
    const id = randomUUID()
    const { alpha, beta, storage } = twoDeployments((before) => before.alerts.write(alertOf('alpha', id)))
    await alpha.trading.submit(randomUUID(), { kind: 'approve_agent' })
    expect(shown(alpha, { kind: 'actions' })).toHaveLength(1)
    expect(shown(beta, { kind: 'actions' })).toEqual([])
    expect(shown(alpha, { kind: 'alerts' })).toMatchObject({ alerts: [{ id }, BEGUN] })
    expect(shown(beta, { kind: 'alerts' })).toMatchObject({ alerts: [BEGUN] })
    beta.alerts.remove(id)
    expect(storedPendingWork(storage, 'alpha')).toMatchObject({ conditionals: 0, alerts: 1, actions: 0 })
    expect(storedPendingWork(storage, 'beta')).toMatchObject({ conditionals: 0, alerts: 0, actions: 0 })
    expect([alpha.pendingWork().alerts, beta.pendingWork().alerts]).toEqual([1, 0])
  })

  it('each have their own alerts in their watch list, and not the default one', async () => {
    const id = randomUUID()
    const { alpha, beta, clock } = twoDeployments((before) => before.alerts.write(alertOf('alpha', id)))
    const starting = [alpha.start(), beta.start()]
    await clock.advanceAsync(60_000)
    await Promise.all(starting)
    expect(shown(alpha, { kind: 'watch_list' })).toMatchObject([
      {
        id,
        kind: 'alert',
        account: null,
        watch: { at: 'not_watched', reason: "The venue's time is not confirmed." },
        isReported: true,
      },
    ])
    expect(shown(beta, { kind: 'watch_list' })).toEqual([])
    // It concerns the deployment, whoever is signed in.
    expect((shown(alpha, { kind: 'alerts' }) as AlertsView).firings).toMatchObject([
      { title: '1 alert is not watched' },
    ])
  })

  it('start with the default alert on settlements, which stays deleted once it was', () => {
    const { alpha, again } = twoDeployments()
    const alerts = (of: Deployment) => (shown(of, { kind: 'alerts' }) as AlertsView).alerts
    expect(alerts(alpha)).toMatchObject([BEGUN])
    alpha.alerts.remove(alerts(alpha)[0]?.id ?? '')
    expect(alerts(alpha)).toEqual([])
    expect(alerts(again('alpha'))).toEqual([])
    expect(alerts(again('gamma'))).toMatchObject([BEGUN])
  })

  it('execute an action once, whichever of them is asked again', async () => {
    const { alpha, beta } = twoDeployments()
    const requestId = randomUUID()
    await alpha.trading.submit(requestId, { kind: 'approve_agent' })
    expect(await beta.trading.submit(requestId, { kind: 'approve_agent' })).toMatchObject({ repeated: true })
    expect(shown(beta, { kind: 'actions' })).toEqual([])
  })

  it('each report their own identity, and sign with their own keys', async () => {
    const { alpha, beta, secrets, clock } = twoDeployments()
    const key = `0x${'1'.repeat(64)}`
    await secrets.set(secretAccount('alpha', 'wallet-key'), new Secret(key))
    await secrets.set(secretAccount('alpha', 'access-token'), new Secret('token of alpha'))
    const reloaded = Promise.all([alpha.identity.reload(), beta.identity.reload()])
    await clock.advanceAsync(60_000)
    await reloaded
    const sessions = [alpha, beta].map((deployment) => shown(deployment, { kind: 'session' }) as SessionView)
    expect(sessions.map(({ profile }) => profile.name)).toEqual(['alpha', 'beta'])
    expect(sessions.map(({ walletKey }) => walletKey === null)).toEqual([false, true])
    expect(beta.identity.accessToken()).toBeNull()
  })

  it('arm their windows separately, by the same limits', () => {
    const { alpha, beta, settings } = twoDeployments()
    alpha.arming.arm('window-1')
    expect(alpha.arming.view('window-1').armedUntil).not.toBeNull()
    expect(beta.arming.view('window-1')).toMatchObject({ required: true, armedUntil: null })
    settings.change({ limits: { ...settings.current.limits, arm: 'never' } })
    expect([alpha, beta].map(({ arming }) => arming.view('window-1').required)).toEqual([false, false])
    alpha.stop()
    expect(alpha.arming.view('window-1').armedUntil).toBeNull()
  })

  it('never use a nonce twice, even for one signer on both', () => {
    const { nonces, clock } = twoDeployments()
    const given = [nonces.next('0xA', 1000), nonces.next('0xa', 1000), nonces.next('0xA', 1000)]
    clock.setWall(clock.now() - 60_000)
    given.push(nonces.next('0xa', 1000))
    expect([...new Set(given)].sort((a, b) => a - b)).toEqual(given)
  })
})
