/** Running deployments for tests, which only record what they receive. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { type DeploymentProfile, deploymentProfile } from '../../service/index.ts'
import { Notices, type TopicSource } from '../../topics/index.ts'
import type { PendingWork, RunningDeployment } from '../keep-running.ts'
import { openProfiles, PRACTICE } from '../profile-store.ts'
import { createRunningDeployments } from '../running-deployments.ts'

export const NOTHING_PENDING: PendingWork = {
  conditionals: 0,
  alerts: 0,
  algos: 0,
  actions: 0,
  flattens: 0,
  signedIn: false,
}

const profileJson = (name: string, more: object = {}): string =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, network: 'testnet', ...more })

export const testProfile = (name: string): DeploymentProfile => deploymentProfile.parse(JSON.parse(profileJson(name)))

export interface TestDeployment extends RunningDeployment {
  readonly name: string
  /** Changes its pending work. */
  hold(pendingWork: Partial<PendingWork>): void
  /** Publishes on its topic `account_version`, and on its others. */
  say(): void
  readonly topics: TopicSource
}

export function temporaryDirectory(): string {
  const made = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Deployments `alpha` and `beta` are stored. */
export function deploymentsForTest(
  options: {
    given?: string
    directory?: string
    stored?: Record<string, Partial<PendingWork>>
    practice?: () => Promise<DeploymentProfile>
  } = {},
) {
  const clock = createFakeClock()
  const notices = new Notices(clock)
  const store = openProfiles(options.directory ?? temporaryDirectory(), clock)
  for (const name of ['alpha', 'beta']) if (store.find(name) === null) store.add(profileJson(name))
  const log: string[] = []
  const built: TestDeployment[] = []
  const world = { practice: options.practice ?? (async () => testProfile(PRACTICE)) }
  const deployments = createRunningDeployments<TestDeployment>({
    store,
    given: options.given === undefined ? null : testProfile(options.given),
    practice: () => world.practice(),
    build({ name }) {
      const made = deploymentFor(name, log)
      built.push(made)
      return made
    },
    onStopped: ({ name }) => void log.push(`stopped ${name}`),
    stored: (name) => ({ ...NOTHING_PENDING, ...options.stored?.[name] }),
    forgetSecrets: async (name) => void log.push(`forget ${name}`),
    onStartError: () => undefined,
    notices,
    clock,
  })
  const titles = (): string[] => notices.source.value.map(({ title }) => title)
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
  }
  return { deployments, store, log, built, clock, notices, titles, settle, world }
}

function deploymentFor(name: string, log: string[]): TestDeployment {
  let held: PendingWork = { ...NOTHING_PENDING, signedIn: true }
  let message = 0
  const onHold = new Set<() => void>()
  const onSay = new Set<() => void>()
  return {
    name,
    start: async () => void log.push(`start ${name}`),
    stop: () => void log.push(`stop ${name}`),
    pendingWork: () => held,
    onPendingWorkChange(listener) {
      onHold.add(listener)
      return () => void onHold.delete(listener)
    },
    hold(change) {
      held = { ...held, ...change }
      for (const listener of onHold) listener()
    },
    say() {
      message += 1
      for (const listener of onSay) listener()
    },
    topics: {
      kinds: ['session', 'actions', 'account_version', 'ticker', 'alerts'],
      // Payloads of every kind name their deployment.
      view: () => `${name} ${message}` as never,
      onChange(listener) {
        const report = (): void => listener({ kind: 'account_version', asset: null })
        onSay.add(report)
        return () => void onSay.delete(report)
      },
    },
  }
}
