/** An updater over a simulated engine, on a clock that the test moves. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Listeners } from '../../../contract/listeners.ts'
import { block } from '../../../contract/safe-text.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import type { UpdateChannel, UpdateView } from '../../../contract/update.ts'
import { Notices } from '../../topics/index.ts'
import type { Download, UpdateEngine } from '../electron-engine.ts'
import type { Release } from '../release.ts'
import { openUpdateStore } from '../update-store.ts'
import { createUpdater, type UpdaterOptions } from '../updater.ts'
import { LOG } from './installation.ts'

export const releaseOf = (version: string, more: Partial<Release> = {}): Release => ({
  version,
  expires: 4_000_000_000_000,
  files: [{ url: `Isotherm-${version}.AppImage`, sha512: '', size: 1000 }],
  notes: block`What is new in ${version}.`,
  stagingPercentage: 100,
  minimumSystemVersion: null,
  ...more,
})

interface Played {
  readonly kept?: Partial<ReturnType<typeof openUpdateStore>['value']>
  readonly running?: string
  readonly automatic?: boolean
  readonly off?: string
  readonly folder?: string
}

export function playUpdater({ kept, running = '1.1.0', automatic = true, off, folder }: Played = {}) {
  const clock = createFakeClock()
  const directory = folder ?? mkdtempSync(join(tmpdir(), 'isotherm-updates-'))
  const store = openUpdateStore({ directory, clock, newName: () => 'this terminal' })
  if (kept !== undefined) store.change(kept)
  const changed = new Listeners()
  const chosen = { channel: 'stable' as UpdateChannel, automatic }
  const notices = new Notices(clock)
  /** The release that the host names, or its error. */
  const host: { release: Release | Error; readonly asked: UpdateChannel[]; wait: Promise<unknown> } = {
    ...{ release: releaseOf('1.2.0'), asked: [], wait: Promise.resolve() },
  }
  const loads: { readonly asked: Download; readonly done: PromiseWithResolvers<void> }[] = []
  const engine = {
    loaded: 0,
    confirmed: 0,
    confirm: async (): Promise<void> => undefined,
    install: async (): Promise<string | null> => '/apps/Isotherm.AppImage',
  }
  const real: UpdateEngine = {
    async check(channel, accepts) {
      host.asked.push(channel)
      await host.wait
      if (host.release instanceof Error) throw host.release
      return { release: host.release, offered: accepts(host.release) }
    },
    download(request) {
      const done = Promise.withResolvers<void>()
      request.signal.addEventListener('abort', () => done.reject(new Error('cancelled')))
      loads.push({ asked: request, done })
      return done.promise
    },
    async confirm() {
      engine.confirmed += 1
      await engine.confirm()
    },
    install: () => engine.install(),
  }
  const ended: (() => Promise<string | null>)[] = []
  const questions: { readonly version: string; readonly answer: PromiseWithResolvers<boolean> }[] = []
  const options: UpdaterOptions = {
    ...{ off: off ?? null, running, store, notices, clock, log: LOG, random: () => 0.5 },
    machine: { platform: 'linux', arch: 'x64', system: '6.8.0' },
    loadEngine: async () => {
      engine.loaded += 1
      return real
    },
    settings: { current: () => ({ ...chosen }), onChange: changed.on },
    askToRestart(version) {
      const answer = Promise.withResolvers<boolean>()
      questions.push({ version, answer })
      return answer.promise
    },
    endFor: (install) => void ended.push(install),
  }
  const updater = createUpdater(options)
  return {
    ...{ updater, clock, store, host, loads, engine, ended, questions, directory },
    view: () => updater.source.view({ kind: 'update' }) as UpdateView,
    kind: () => (updater.source.view({ kind: 'update' }) as UpdateView).state.kind,
    notices: () => notices.source.value,
    choose(change: Partial<typeof chosen>) {
      Object.assign(chosen, change)
      changed.notify()
    },
    /** Up to the release that is ready. */
    async toReady() {
      await updater.check()
      updater.download()
      await settled()
      loads.at(-1)?.done.resolve()
      await settled()
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Runs pending work until it waits for something. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
