/** Updates of the terminal: what they need of the rest of it, and how it ends for one. */

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { app } from 'electron'
import type { Clock } from '../../contract/time.ts'
import type { StartOptions } from '../app/index.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import { createUpdates, type Updater } from '../updates/index.ts'
import { askBeforeUpdate } from './closing-words.ts'
import type { Deployments } from './deployments.ts'
import type { Ending } from './ending.ts'
import type { SharedParts } from './shared-parts.ts'

interface TerminalUpdates {
  readonly options: Pick<StartOptions, 'dataFolder'>
  readonly shared: Pick<SharedParts, 'settings' | 'notices'>
  readonly deployments: Pick<Deployments, 'choices'>
  /** Asks in a native box about the terminal as a whole. */
  readonly ask: (question: Question) => Promise<boolean>
  readonly ending: () => Ending
  /** As of `followNetwork`. */
  readonly reach: (baseUrl: string) => Promise<void> | null
  readonly clock: Clock
  readonly log: Log
}

/** Nothing is looked for yet. @throws Error in words when what is kept of them cannot be used. */
export function openUpdates(parts: TerminalUpdates): Updater {
  const { options, shared, deployments, ask, ending, reach, clock, log } = parts
  const { settings, notices } = shared
  return createUpdates({
    app: { isPackaged: app.isPackaged, version: app.getVersion(), whenReady: () => app.whenReady() },
    dataFolder: options.dataFolder,
    resources: process.resourcesPath ?? null,
    environment: process.env,
    settings: {
      current: () => ({ channel: settings.current.updateChannel, automatic: settings.current.updateChecks }),
      onChange: (listener) => settings.source.onChange(listener),
    },
    askToRestart: (version) => askUntilItHolds(() => askBeforeUpdate(deployments.choices(), version), ask),
    endFor: (install) => ending().after(() => replace(install, log)),
    newName: () => randomBytes(16).toString('hex'),
    random: Math.random,
    ...{ notices, reach, clock, log },
  })
}

/** What is held when the answer comes must be what was asked about: while a box stands there, orders go on. */
export async function askUntilItHolds(
  question: () => Question,
  ask: (question: Question) => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const asked = question()
    if (!(await ask(asked))) return false
    if (question().detail === asked.detail) return true
  }
}

/** All has stopped: whatever becomes of it, a terminal starts again. */
async function replace(install: () => Promise<string | null>, log: Log): Promise<void> {
  try {
    const program = await install()
    if (program !== null) app.relaunch({ execPath: program })
  } catch (error) {
    log.warn({ err: error }, 'update: it was not installed; this version starts again')
    const image = process.env.APPIMAGE
    app.relaunch(image !== undefined && existsSync(image) ? { execPath: image } : {})
  }
}
