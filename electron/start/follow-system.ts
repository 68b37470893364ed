/** System events around the terminal: sleep, lock and clock, the network, and the tray icon. */

import { setGlobalProxyFromEnv } from 'node:http'
import tls from 'node:tls'
import { app, Menu, nativeImage, powerMonitor, powerSaveBlocker, session, Tray } from 'electron'
import type { DesktopView } from '../../contract/desktop.ts'
import type { Clock } from '../../contract/time.ts'
import type { Deployment } from '../deployment/index.ts'
import {
  checkCertificates,
  createKeepAwake,
  createSystemProxy,
  createTray,
  followScreenLock,
  type ReachThrough,
  type TrayAction,
  trustCertificates,
  watchTime,
} from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { PracticeHost } from '../practice.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import type { Notices, ValueTopic } from '../topics/index.ts'
import type { OpenInWindow } from './second-start.ts'

/** Machine events that affect automated orders and arming: sleep, wake, screen lock, and clock jumps. */
interface MachineOptions {
  readonly deployments: RunningDeployments<Deployment>
  readonly practice: Pick<PracticeHost, 'renewToken'>
  readonly notices: Pick<Notices, 'add'>
  readonly desktop: Pick<ValueTopic<'desktop'>, 'value' | 'set'>
  readonly clock: Clock
  readonly log: Log
}

/** Follows them from now on. */
export function followMachine({ deployments, practice, notices, desktop, clock, log }: MachineOptions): void {
  const each = (run: (deployment: Deployment) => void): void => {
    for (const { deployment } of deployments.running) run(deployment)
  }
  const show = (part: Partial<DesktopView>): void => desktop.set({ ...desktop.value, ...part })
  const time = watchTime({
    clock,
    held: () => heldLines(deployments),
    offsets: () => offsetsOf(deployments),
    notify: (level, title, detail) => notices.add(level, title, detail),
  })
  powerMonitor.on('suspend', () => {
    time.suspended()
    each(({ feed, arming }) => {
      feed.suspend()
      arming.disarmAll('Disarmed: the computer went to sleep.')
    })
  })
  powerMonitor.on('resume', () => {
    each(({ feed, arming }) => {
      feed.resume()
      // Not every system announces that it is about to sleep.
      arming.disarmAll('Disarmed: the computer had slept.')
    })
    time.resumed()
    practice.renewToken()
  })
  followScreenLock({
    powerMonitor,
    platform: process.platform,
    clock,
    locked: () => each(({ arming }) => arming.disarmAll('Disarmed: the screen was locked.')),
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

/** The automated orders of each running deployment, as sentences. */
const heldLines = ({ choices }: Pick<RunningDeployments<Deployment>, 'choices'>): readonly string[] =>
  choices().flatMap(({ name, running, holds }) => (running && holds !== null ? [`${name}: ${holds}`] : []))

/** The practice venue has its own time, which is not measured. */
const offsetsOf = ({ running }: Pick<RunningDeployments<Deployment>, 'running'>) =>
  running
    .filter(({ profile }) => profile.network !== 'practice')
    .map(({ profile, deployment }) => ({ name: profile.name, offset: deployment.feed.measuredOffset() }))

interface NetworkOptions {
  readonly notices: Pick<Notices, 'add'>
  readonly clock: Clock
  readonly log: Log
}

/** Before main's first connection; the returned function waits for the system's proxy for an address. */
export function followNetwork({ notices, clock, log }: NetworkOptions): ReachThrough {
  const report = (title: string, detail: string): void => notices.add('warning', title, detail)
  checkCertificates({ environment: process.env, isPackaged: app.isPackaged, notify: report })
  let isTrusting = false
  /** Not at the start: the practice venue alone needs none of them. */
  const trust = (): void => {
    if (isTrusting) return
    isTrusting = true
    trustCertificates({
      read: (from) => tls.getCACertificates(from),
      trust: (certificates) => tls.setDefaultCACertificates(certificates),
      log,
    })
  }
  return createSystemProxy({
    async resolve(url) {
      trust()
      await app.whenReady()
      return session.defaultSession.resolveProxy(url)
    },
    apply: (environment) => setGlobalProxyFromEnv(environment),
    notify: report,
    clock,
  })
}

interface FollowTrayOptions {
  readonly deployments: Pick<RunningDeployments<Deployment>, 'choices' | 'onChange'>
  readonly openInWindow: OpenInWindow
  readonly log: Log
}

/** Returns whether there is one; follows automated orders from now on. */
export function followTray({ deployments, openInWindow, log }: FollowTrayOptions): boolean {
  const does = (action: TrayAction): void => {
    if (action.kind === 'quit') app.quit()
    else if (action.profile === undefined) void openInWindow(null, null)
    else
      void openInWindow(action.profile, {
        kind: 'command',
        id: action.kind === 'kill' ? 'trade/kill' : 'trade/flatten',
      })
  }
  const tray = createTray({
    makeTray: (picture) => new Tray(picture),
    picture: (png, scaleFactor) => nativeImage.createFromBuffer(png, { scaleFactor }),
    makeMenu: (items) => Menu.buildFromTemplate(items),
    choices: () => deployments.choices(),
    does,
    platform: process.platform,
    log,
  })
  if (tray === null) return false
  deployments.onChange(() => tray.review())
  app.on('will-quit', () => tray.close())
  return true
}
