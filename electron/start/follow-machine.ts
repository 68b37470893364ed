/** What the machine does to what is held and armed: it sleeps, wakes, locks its screen, and has a clock that jumps. */
import { powerMonitor, powerSaveBlocker } from 'electron'
import type { DesktopView } from '../../contract/desktop.ts'
import type { Clock } from '../../contract/time.ts'
import type { Deployment } from '../deployment/index.ts'
import { createKeepAwake, followScreenLock, watchTime } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { PracticeHost } from '../practice.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import type { Notices, ValueTopic } from '../topics/index.ts'

export interface MachineOptions {
  readonly deployments: RunningDeployments<Deployment>
  readonly practice: Pick<PracticeHost, 'renewToken'>
  readonly notices: Pick<Notices, 'add'>
  readonly desktop: Pick<ValueTopic<'desktop'>, 'value' | 'set'>
  readonly clock: Clock
  readonly log: Log
}

/** Follows it from now on. */
export function followMachine({ deployments, practice, notices, desktop, clock, log }: MachineOptions): void {
  const each = (run: (deployment: Deployment) => void): void => {
    for (const { deployment } of deployments.running) run(deployment)
  }
  const show = (part: Partial<DesktopView>): void => desktop.set({ ...desktop.value, ...part })
  const time = watchTime({
    clock,
    held: () => heldLines(deployments),
    offsets: () => offsetsOf(deployments),
    tell: (level, title, detail) => notices.add(level, title, detail),
  })
  powerMonitor.on('suspend', () => {
    time.suspended()
    each(({ feed, arming }) => {
      feed.suspend()
      arming.disarmAll('Disarmed because the machine went to sleep.')
    })
  })
  powerMonitor.on('resume', () => {
    each(({ feed, arming }) => {
      feed.resume()
      // Not every system says that it is about to sleep.
      arming.disarmAll('Disarmed because the machine had slept.')
    })
    time.resumed()
    practice.renewToken()
  })
  followScreenLock({
    powerMonitor,
    platform: process.platform,
    clock,
    locked: () => each(({ arming }) => arming.disarmAll('Disarmed because the screen was locked.')),
    known: (screenLock) => show({ screenLock }),
  })
  const keepAwake = createKeepAwake({
    blocker: powerSaveBlocker,
    changed: (isKeptAwake) => show({ isKeptAwake }),
    log,
  })
  const review = (): void => keepAwake(heldLines(deployments).length > 0)
  review()
  deployments.onChange(review)
}

/** What each deployment that runs holds, as sentences of main name it. */
const heldLines = ({ choices }: Pick<RunningDeployments<Deployment>, 'choices'>): readonly string[] =>
  choices().flatMap(({ name, running, holds }) => (running && holds !== null ? [`${name}: ${holds}`] : []))

/** The practice venue has a time of its own, which is not to be kept. */
const offsetsOf = ({ running }: Pick<RunningDeployments<Deployment>, 'running'>) =>
  running
    .filter(({ profile }) => profile.network !== 'practice')
    .map(({ profile, deployment }) => ({ name: profile.name, offset: deployment.feed.measuredOffset() }))
