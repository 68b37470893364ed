/** Updates of the terminal itself: the current state, and the trader's requests. Nothing is downloaded or installed automatically. */
import { Listeners } from '../../contract/listeners.ts'
import { safeText } from '../../contract/safe-text.ts'
import type { Cancel, Clock, Random } from '../../contract/time.ts'
import type { OfferedRelease, UpdateChannel, UpdateState, UpdateView } from '../../contract/update.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import { type Notices, topicOf } from '../topics/index.ts'
import type { UpdateEngine } from './electron-engine.ts'
import { MESSAGES } from './messages.ts'
import {
  adviceOn,
  asReleaseError,
  fileFor,
  higher,
  judge,
  placeOf,
  type Release,
  ReleaseError,
  SUSPICIOUS,
  type Verdict,
} from './release.ts'
import { type UpdateStore, withSeen } from './update-store.ts'

const FIRST_MS = 60_000

const EVERY_MS = 6 * 3_600_000

/** Random extra delay, as a share of each. */
const JITTER = 0.2

export interface UpdaterOptions {
  /** Why this installation does not update itself, as a sentence; null where it does. */
  readonly off: string | null
  readonly running: string
  /** This machine: its system with version, and its processor. */
  readonly machine: { readonly platform: NodeJS.Platform; readonly arch: string; readonly system: string }
  readonly store: UpdateStore
  /** Called once, on first use. */
  readonly loadEngine: () => Promise<UpdateEngine>
  readonly settings: {
    readonly current: () => { readonly channel: UpdateChannel; readonly automatic: boolean }
    readonly onChange: (listener: () => void) => unknown
  }
  /** Asks in a native dialog, naming the automated orders, whether to restart into that version. */
  readonly askToRestart: (version: string) => Promise<boolean>
  /** Shuts the terminal down in order, and runs this when everything has stopped. */
  readonly endFor: (install: () => Promise<string | null>) => void
  readonly notices: Pick<Notices, 'add' | 'put' | 'clear'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly log: Log
}

export type Updater = ReturnType<typeof createUpdater>

const NOTICE = 'updates'

export function createUpdater(options: UpdaterOptions) {
  const { off, running, machine, store, settings, notices, clock, log } = options
  const listeners = new Listeners()
  const initial: UpdateState = off === null ? { kind: 'idle' } : { kind: 'off', reason: off }
  let state = initial as UpdateState
  let reached: boolean | null = null
  let withheld: string | null = null
  let { channel } = settings.current()
  let checking: Promise<void> | null = null
  let download: AbortController | null = null
  /** From the click until the trader declined, or the end. */
  let restarting = false
  let engine: Promise<UpdateEngine> | null = null
  /** The feed's entry of the offered release. */
  let offer: Release | null = null

  const load = (): Promise<UpdateEngine> => {
    engine ??= options.loadEngine().catch((error: unknown) => {
      engine = null
      throw error
    })
    return engine
  }
  const become = (next: UpdateState): void => {
    state = next
    listeners.notify()
  }
  const fail = (during: 'check' | 'download' | 'restart', about: OfferedRelease | null, error: unknown): void => {
    const known = asReleaseError(error, during === 'check' ? 'bad_feed' : 'not_installed')
    log.warn({ err: known, cause: known.cause }, `update: the ${during} failed`)
    const reason = known.message
    const advice = adviceOn(known.trouble)
    if (during !== 'restart' && SUSPICIOUS.has(known.trouble)) {
      notices.put(NOTICE, 'warning', 'Update not trusted', `${reason} ${advice}`)
    }
    become({ kind: 'failed', during, release: about, reason, advice })
  }
  const keep = (change: Parameters<UpdateStore['change']>[0]): void => {
    try {
      store.change(change)
    } catch (error) {
      log.warn({ err: error }, 'update: what is known was not kept')
    }
  }
  const judged = (release: Release): Verdict =>
    judge(release, {
      ...{ running, channel, now: clock.now(), system: machine.system },
      highestSeen: store.value.highestSeen[channel],
      place: placeOf(store.value.terminal, release.version),
      hasFile: fileFor(release, machine.platform, machine.arch) !== null,
    })

  function took(release: Release, verdict: Verdict, before: UpdateState): void {
    const { version, expires, notes } = release
    if (verdict.kind === 'expired') {
      throw new ReleaseError('expired', MESSAGES.expired(timeText(expires)))
    }
    if (verdict.kind === 'replayed') {
      throw new ReleaseError('replayed', MESSAGES.replayed(version, verdict.highestSeen))
    }
    notices.clear(NOTICE)
    keep({
      checkedAt: clock.now(),
      ...withSeen(store.value, channel, higher(version, store.value.highestSeen[channel])),
    })
    withheld = verdict.kind === 'held_back' ? verdict.reason : null
    if (verdict.kind !== 'offered') {
      offer = null
      become({ kind: 'idle' })
      return
    }
    offer = release
    const same = 'release' in before && before.release?.version === version
    const bytes = fileFor(release, machine.platform, machine.arch)?.size ?? 0
    become(same && before.kind === 'ready' ? before : { kind: 'available', release: { version, notes, bytes } })
  }

  async function look(): Promise<void> {
    const before = state
    become({ kind: 'checking' })
    try {
      let verdict: Verdict | null = null
      const request = channel
      const found = await (await load()).check(request, (release) => {
        verdict = judged(release)
        return verdict.kind === 'offered'
      })
      reached = true
      // Another channel was chosen meanwhile: this answer is no longer wanted.
      if (request !== channel) return become(initial)
      // Where electron-updater itself saw at once that it is the running version, there was no verdict.
      const judgement = verdict ?? judged(found.release)
      took(found.release, judgement.kind === 'offered' && !found.offered ? { kind: 'current' } : judgement, before)
    } catch (error) {
      const isSilence = error instanceof ReleaseError && error.trouble === 'unreachable'
      if (!isSilence) return fail('check', null, error)
      reached = false
      become(before.kind === 'failed' && before.during === 'check' ? initial : before)
    }
  }

  /** @throws CallError when checking is not possible now. */
  function check(): Promise<void> {
    if (off !== null) return Promise.reject(new CallError('updates_off', off))
    if (download !== null || restarting) {
      const busy = restarting
        ? 'Isotherm is about to restart into an update.'
        : 'A download is in progress. Cancel it first.'
      return Promise.reject(new CallError('busy', busy))
    }
    checking ??= look().finally(() => {
      checking = null
    })
    return checking
  }

  async function fetchRelease(release: OfferedRelease, { signal }: AbortController): Promise<void> {
    become({ kind: 'downloading', release, percent: 0 })
    const onBytes = (count: number): void => {
      const percent = Math.min(100, Math.floor((count / release.bytes) * 100))
      if (state.kind === 'downloading' && state.percent !== percent) become({ kind: 'downloading', release, percent })
    }
    try {
      await (await load()).download({ signal, onBytes })
      download = null
      if (signal.aborted) return become(initial)
      keep({ notes: { version: release.version, text: release.notes } })
      become({ kind: 'ready', release })
    } catch (error) {
      download = null
      if (signal.aborted) become(offer === null ? initial : { kind: 'available', release })
      else fail('download', release, error)
    }
  }

  /** The download may still be installed. @throws ReleaseError */
  async function confirm(ready: UpdateEngine, { version }: OfferedRelease): Promise<void> {
    if (offer?.version !== version || judged(offer).kind !== 'offered') {
      throw new ReleaseError('not_installed', MESSAGES.notOffered)
    }
    await ready.confirm()
  }

  async function restart(release: OfferedRelease): Promise<void> {
    try {
      const ready = await load()
      await confirm(ready, release)
      if (!(await options.askToRestart(release.version))) {
        restarting = false
        return
      }
      // The question may have been open for hours.
      await confirm(ready, release)
      store.change({ installing: release.version, failed: null })
      options.endFor(() =>
        ready.install().catch((error: unknown) => {
          keep({
            failed: { version: release.version, reason: safeText(asReleaseError(error, 'not_installed').message, 400) },
          })
          throw error
        }),
      )
    } catch (error) {
      restarting = false
      fail('restart', release, error)
    }
  }

  const schedule = createSchedule(clock, options.random, () => {
    // Work under way continues; the next check is in six hours.
    check().catch(() => undefined)
  })
  settings.onChange(() => {
    const now = settings.current()
    schedule.set(off === null && now.automatic)
    if (now.channel === channel) return
    channel = now.channel
    offer = null
    withheld = null
    download?.abort()
    if (off === null && state.kind !== 'checking' && download === null) become(initial)
    else listeners.notify()
  })

  const view = (): UpdateView => ({
    ...{ running, channel, state, reached, heldBack: withheld },
    checkedAt: store.value.checkedAt as UpdateView['checkedAt'],
    whatsNew: newsOf(store, running),
  })

  return {
    source: topicOf('update', view, listeners.on),
    /** Reports the outcome of the last update, and checks for others from here on, as the settings allow. */
    begin(): void {
      try {
        reportOutcome(store, running, notices)
      } catch (error) {
        log.warn({ err: error }, 'update: what became of the last one was not kept')
      }
      schedule.set(off === null && settings.current().automatic)
    },
    check,
    /** @throws CallError when there is nothing to download. */
    download(): void {
      const release = state.kind === 'available' || isFailed(state, 'download') ? state.release : null
      if (release === null || offer === null) throw notNow(state, 'No update to download.')
      download = new AbortController()
      void fetchRelease(release, download)
    },
    cancel: (): void => download?.abort(),
    /** @throws CallError when nothing is ready. */
    async restart(): Promise<void> {
      const release = state.kind === 'ready' || isFailed(state, 'restart') ? state.release : null
      if (release === null) throw notNow(state, 'No update is ready to restart into.')
      if (restarting) throw new CallError('asking', 'A dialog about this is already open. Answer it first.')
      restarting = true
      await restart(release)
    },
    dismissNews(): void {
      store.change({ read: running })
      listeners.notify()
    },
  }
}

type Failed = Extract<UpdateState, { kind: 'failed' }>
const isFailed = (state: UpdateState, during: Failed['during']): state is Failed =>
  state.kind === 'failed' && state.during === during

const notNow = (state: UpdateState, text: string): CallError =>
  state.kind === 'off' ? new CallError('updates_off', state.reason) : new CallError('not_ready', text)

const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Reports once when it was not installed. @throws Error with the reason when that cannot be stored. */
function reportOutcome(store: UpdateStore, running: string, notices: Pick<Notices, 'add'>): void {
  const { installing, failed } = store.value
  if (installing === null && failed === null) return
  store.change({ installing: null, failed: null })
  const version = failed?.version ?? installing
  if (version === null || version === running) return
  notices.add(
    'warning',
    `Isotherm ${version} was not installed`,
    [...(failed === null ? [] : [failed.reason]), MESSAGES.nothingChanged(running)].join(' '),
  )
}

/** The notes of the running version, until they were read; null where its release had none. */
function newsOf({ value: { notes, read } }: Pick<UpdateStore, 'value'>, running: string): UpdateView['whatsNew'] {
  if (notes === null || notes.version !== running || notes.text === '' || read === running) return null
  return { version: notes.version, notes: notes.text }
}

/** Automatic checks for updates: a minute after the start, and every six hours, spread out over all terminals. */
function createSchedule(clock: Pick<Clock, 'after'>, random: Random, run: () => void) {
  let waiting: Cancel | null = null
  const wait = (ms: number): void => {
    waiting = clock.after(ms * (1 + JITTER * random()), () => {
      wait(EVERY_MS)
      run()
    })
  }
  return {
    /** Starts or stops them; the same value as before changes nothing. */
    set(on: boolean): void {
      if (on === (waiting !== null)) return
      if (on) wait(FIRST_MS)
      else {
        waiting?.()
        waiting = null
      }
    },
  }
}
