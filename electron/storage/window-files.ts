/** What windows show, in JSON files: layouts, named workspaces, and the markets that were chosen in them. */

import { z } from 'zod'
import type { Cancel, Clock } from '../../contract/time.ts'
import {
  type CurrentWorkspace,
  MOST_WINDOWS,
  type WorkspaceWindow,
  windowName,
  workspaceName,
  workspaceWindow,
} from '../../contract/workspace.ts'
import type { Log } from '../log/index.ts'
import { JsonFile } from './json-file.ts'
import type { SetAside } from './whole-file.ts'

export interface LayoutStore {
  readLayout(window: string): unknown
  /** On disk within a second, and when the terminal quits. @throws Error in words when it is written at once and cannot be. */
  saveLayout(window: string, layout: unknown): void
  /** The same for several of them, in one write. */
  saveLayouts(layouts: Readonly<Record<string, unknown>>): void
  /** Tells of each write what it failed by, null when it did not: whoever saved has its answer before what waits is written. */
  watchWrites(told: (failure: Error | null) => void): void
}

/** A workspace as it is kept: its windows go back to those of the same names where they can. */
export interface StoredWorkspace {
  readonly name: string
  /** This machine's time, ms. */
  readonly savedAt: number
  readonly windows: readonly (WorkspaceWindow & { readonly window: string })[]
}

export interface WorkspaceStore {
  readonly workspaces: readonly StoredWorkspace[]
  /** By deployment. */
  readonly current: Readonly<Record<string, CurrentWorkspace>>
  /** On disk when it returns. @throws Error in words when it cannot be written; all is as before then. */
  save(change: Partial<Pick<WorkspaceStore, 'workspaces' | 'current'>>): void
}

/** Between two writes of a file, ms: each is synced to the disk. */
const WRITE_EVERY_MS = 1000

interface PacedWritesOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Pick<Log, 'warn'> | undefined
  /** How long a first change waits, ms, so that what it sets in motion comes first; it is written at once unless said. */
  readonly soonest?: number
  /** In the log: `the layouts could not be saved`. */
  readonly what: string
  /** Writes what is the newest then. @throws Error in words when it cannot be written. */
  readonly write: () => void
}

/**
 * Writes of a file that changes as fast as a hand works: the first change at once or very soon, those that follow within a second together at
 * its end.
 */
function pacedWrites({ clock, soonest = 0, log, what, write }: PacedWritesOptions) {
  let writtenAt = Number.NEGATIVE_INFINITY
  let waiting: Cancel | null = null
  let written = true

  function writeNow(): void {
    waiting?.()
    waiting = null
    writtenAt = clock.monotonic()
    write()
    written = true
  }

  function writeLater(): void {
    try {
      writeNow()
    } catch (error) {
      log?.warn({ err: error }, `${what} could not be saved`)
    }
  }

  return {
    /** Something changed. @throws Error in words when it is written at once and cannot be; it waits for the next change then. */
    changed(): void {
      written = false
      if (waiting !== null) return
      const rest = Math.max(soonest, writtenAt + WRITE_EVERY_MS - clock.monotonic())
      if (rest > 0) waiting = clock.after(rest, writeLater)
      else writeNow()
    },
    /** Writes what is not written yet. */
    close(): void {
      if (!written) writeLater()
    },
  }
}

const layoutFile = z.looseObject({ windows: z.record(z.string(), z.unknown()).default({}) })

interface Layouts extends LayoutStore {
  readonly setAside: SetAside | null
  /** Writes what is not written yet; the last thing that is done with them. */
  close(): void
}

/**
 * The layout of each window in `layouts.json`; what a layout is made of is the window's own business. The first change is written at once, those
 * that follow within a second together at its end. Reads have the newest at any time.
 */
export function openLayouts(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
): Layouts {
  const file = new JsonFile({ directory, name: 'layouts', schema: layoutFile, initial: { windows: {} }, clock })
  let windows = file.value.windows
  let watcher: ((failure: Error | null) => void) | null = null

  const writes = pacedWrites({
    clock,
    log,
    what: 'the layouts',
    write() {
      try {
        file.save({ ...file.value, windows })
      } catch (error) {
        watcher?.(error as Error)
        throw error
      }
      watcher?.(null)
    },
  })

  function saveLayouts(layouts: Readonly<Record<string, unknown>>): void {
    windows = { ...windows, ...layouts }
    writes.changed()
  }

  return {
    setAside: file.setAside,
    readLayout: (window) => (Object.hasOwn(windows, window) ? windows[window] : null) ?? null,
    saveLayout: (window, layout) => saveLayouts({ [window]: layout }),
    saveLayouts,
    watchWrites(told) {
      watcher = told
    },
    close: writes.close,
  }
}

const workspaceFile = z.object({
  version: z.literal(1),
  workspaces: z.array(
    z.object({
      name: workspaceName,
      savedAt: z.number().int(),
      windows: z
        .array(workspaceWindow.extend({ window: windowName }))
        .min(1)
        .max(MOST_WINDOWS),
    }),
  ),
  current: z.record(
    z.string(),
    z.object({ name: workspaceName, from: z.enum(['saved', 'template']), changed: z.boolean() }),
  ),
})

/** Largest file, characters: it is written whole. */
const LARGEST = 8_000_000

/** Named workspaces in `workspaces.json`, and by which of them each deployment is arranged. */
export function openWorkspaces(
  directory: string,
  clock: Pick<Clock, 'now'>,
): WorkspaceStore & { readonly setAside: SetAside | null } {
  const initial: z.output<typeof workspaceFile> = { version: 1, workspaces: [], current: {} }
  const file = new JsonFile({ directory, name: 'workspaces', schema: workspaceFile, initial, clock })
  return {
    setAside: file.setAside,
    get workspaces() {
      return file.value.workspaces
    },
    get current() {
      return file.value.current
    },
    save(change) {
      const next = { ...file.value, ...change } as z.output<typeof workspaceFile>
      if (JSON.stringify(next).length > LARGEST) {
        throw new Error(
          `All workspaces together would take more than ${LARGEST / 1_000_000} MB. Delete one you do not need.`,
        )
      }
      file.save(next)
    },
  }
}

/** Refs as texts: those of markets that are not listed any more, or that another version knows, are kept as they are. */
export interface MarketChoices {
  /** By the number of the group. */
  readonly links: Readonly<Record<string, string>>
  readonly favourites: readonly string[]
}

/** Choices by profile name. */
export interface MarketChoicesStore {
  read(profile: string): MarketChoices
  /** The newest is read back at once, and on disk within a second: never before main has told its windows, which a disk would hold up. */
  save(profile: string, choices: Partial<MarketChoices>): void
  /** Tells of each write what it failed by, null when it did not. */
  watchWrites(told: (failure: Error | null) => void): void
}

const choices = z.looseObject({
  links: z.record(z.string(), z.string()).default({}),
  favourites: z.array(z.string()).default([]),
})
const marketFile = z.record(z.string(), choices)

/** A write syncs the disk and holds main up for as long; a group that moved is on every screen by then, ms. */
const AFTER_FRAMES = 50

const NONE: MarketChoices = { links: {}, favourites: [] }

/** What the trader chose of the markets of each deployment, in `markets.json`: the market of each link group, and favorites. */
export function openMarketChoices(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
): MarketChoicesStore & { readonly setAside: SetAside | null; close(): void } {
  const file = new JsonFile({ directory, name: 'markets', schema: marketFile, initial: {}, clock })
  let value = file.value
  let watcher: ((failure: Error | null) => void) | null = null
  const writes = pacedWrites({
    clock,
    soonest: AFTER_FRAMES,
    log,
    what: 'the chosen markets',
    write() {
      try {
        file.save(value)
      } catch (error) {
        watcher?.(error as Error)
        throw error
      }
      watcher?.(null)
    },
  })
  const read = (profile: string) => (Object.hasOwn(value, profile) ? (value[profile] ?? NONE) : NONE)
  return {
    setAside: file.setAside,
    read,
    save(profile, changed) {
      const { links, favourites, ...others } = { ...read(profile), ...changed }
      value = { ...value, [profile]: { ...others, links: { ...links }, favourites: [...favourites] } }
      writes.changed()
    },
    watchWrites(told) {
      watcher = told
    },
    close: writes.close,
  }
}
