/**
 * Puts fills and orders of the wallet together to sums that are older than the trader wants them kept one by one: nothing while everything is
 * to be kept. A slice of a few ms at a time, each in a turn of its own and none while an action is under way, so that no order waits. How far
 * it is stands on disk: an end of the terminal at any moment loses nothing and counts nothing twice.
 */
import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import { cutOf, type KeepRecords } from '../../contract/record-keeping.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { PastOf, PruneStore } from '../storage/index.ts'
import { ofWallet } from './of-wallet.ts'

export interface Pruner {
  start(): void
  stop(): void
  /** Told when a cut was made, and when all before it is put together. */
  readonly onChange: Listen
}

interface PrunerOptions {
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly store: PruneStore
  readonly keep: {
    now(): KeepRecords
    readonly onChange: Listen
  }
  /** The service's time; 0 while that is not known: then nothing is pruned. */
  readonly serverTime: () => number
  /** Whether nothing waits for the service, and nothing is under way. */
  readonly isIdle: () => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'info' | 'error'>
}

/** Between two slices, ms: main is free for most of the time. */
const PAUSE = 20
/** After so many slices the log is taken into the journal's file by a thread, before it is long enough for main to do it. */
const TAKEN_IN_EVERY = 8
/** Before it is looked again whether nothing is under way, ms. */
const BUSY = 1_000
/** Before it is looked again whether something has become old enough, or certain, ms. */
const CALM = 60_000

export function createPruner(options: PrunerOptions): Pruner {
  const { store, keep, serverTime, isIdle, clock, log } = options
  const mine = ofWallet(options)
  const listeners = new Listeners()
  let cancels: Cancel[] = []
  let next: Cancel | null = null
  let slices = 0
  /** The log is being taken in. */
  let isWaiting = false

  function soon(ms: number): void {
    if (cancels.length > 0 && !isWaiting) next ??= clock.after(ms, look)
  }

  function atOnce(): void {
    next?.()
    next = null
    soon(PAUSE)
  }

  function look(): void {
    next = null
    const of = mine()
    // Another wallet or another choice is heard of.
    if (of === null || keep.now() === 'everything') return
    if (!isIdle()) {
      soon(BUSY)
      return
    }
    try {
      if (!step(of)) {
        store.rest()
        soon(CALM)
        return
      }
      slices += 1
      if (slices % TAKEN_IN_EVERY === 0) takeLogIn()
      else soon(PAUSE)
    } catch (error) {
      log.error({ err: error }, 'old records could not be put together')
      soon(CALM)
    }
  }

  function takeLogIn(): void {
    isWaiting = true
    const goOn = (): void => {
      isWaiting = false
      soon(PAUSE)
    }
    store.takeLogIn().then(goOn, goOn)
  }

  /** One slice, or a new cut. Whether there is more to do now. */
  function step(of: PastOf): boolean {
    const pruning = store.pruning(of)
    if (pruning !== null && !pruning.isDone) {
      if (store.step(of)) return true
      log.info({ cut: pruning.cut }, 'old records were put together')
      listeners.notify()
      return false
    }
    const now = serverTime()
    const wanted = now <= 0 ? null : cutOf(keep.now(), now)
    if (wanted === null) return false
    const cut = millis(Math.min(wanted, store.latest(of) ?? wanted))
    if (cut <= (pruning?.cut ?? 0) || !store.hasBefore(of, cut) || !store.begin(of, cut)) return false
    log.info({ cut }, 'the books were closed at a cut: what is older is put together')
    listeners.notify()
    return true
  }

  return {
    start() {
      cancels = [options.onIdentityChange(atOnce), keep.onChange(atOnce)]
      atOnce()
    },
    stop() {
      for (const cancel of cancels.splice(0)) cancel()
      next?.()
      next = null
      store.rest()
    },
    onChange: listeners.on,
  }
}
