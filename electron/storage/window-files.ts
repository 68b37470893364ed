/** State of the windows in JSON files: layouts, named workspaces, and the markets that were chosen in them. */

import { z } from 'zod'
import type { Cancel, Clock } from '../../contract/time.ts'
import {
  type CurrentWorkspace,
  MAX_WINDOWS,
  type WorkspaceWindow,
  windowName,
  workspaceName,
  workspaceWindow,
} from '../../contract/workspace.ts'
import type { Log } from '../log/index.ts'
import { JsonFile } from './json-file.ts'

export type LayoutStore = Omit<ReturnType<typeof openLayouts>, 'setAside' | 'close'>

/** A stored workspace: its windows return to those of the same names where possible. */
export interface StoredWorkspace {
  readonly name: string
  /** This machine's time, ms. */
  readonly savedAt: number
  readonly windows: readonly (WorkspaceWindow & { readonly window: string })[]
}

export type WorkspaceStore = Omit<ReturnType<typeof openWorkspaces>, 'setAside'>

/** Minimum interval between two writes of a file, ms: each is synced to the disk. */
const WRITE_EVERY_MS = 1000

interface PacedWritesOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Pick<Log, 'warn'> | undefined
  /** Delay of a first change, ms, so that its effects come first; default at once. */
  readonly soonest?: number
  /** In the log: `the layouts could not be saved`. */
  readonly what: string
  /** Writes the current value. @throws Error with the reason when it cannot be written. */
  readonly write: () => void
}

/**
 * Writes of a file that changes as fast as the user works: the first change at once or very soon, those that follow within a second together at its
 * end.
 */
function pacedWrites({ clock, soonest = 0, log, what, write }: PacedWritesOptions) {
  let writtenAt = Number.NEGATIVE_INFINITY
  let waiting: Cancel | null = null
  let written = true
  let watcher: ((failure: Error | null) => void) | null = null

  function writeNow(): void {
    waiting?.()
    waiting = null
    writtenAt = clock.monotonic()
    try {
      write()
    } catch (error) {
      watcher?.(error as Error)
      throw error
    }
    watcher?.(null)
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
    /** Something changed. @throws Error with the reason when it is written at once and fails; the next change then writes it. */
    changed(): void {
      written = false
      if (waiting !== null) return
      const rest = Math.max(soonest, writtenAt + WRITE_EVERY_MS - clock.monotonic())
      if (rest > 0) waiting = clock.after(rest, writeLater)
      else writeNow()
    },
    /** Reports the failure of each write, null for a success: the caller of a save has its answer before a delayed write happens. */
    watch(report: (failure: Error | null) => void): void {
      watcher = report
    },
    /** Writes pending changes. */
    close(): void {
      if (!written) writeLater()
    },
  }
}

const layoutFile = z.looseObject({ windows: z.record(z.string(), z.unknown()).default({}) })

/**
 * The layout of each window in `layouts.json`; its content is the window's own business. The first change is written at once, those that follow
 * within a second together at its end. Reads always return the latest.
 */
export function openLayouts(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
) {
  const file = new JsonFile({ directory, name: 'layouts', schema: layoutFile, initial: { windows: {} }, clock })
  let windows = file.value.windows

  const writes = pacedWrites({
    clock,
    log,
    what: 'the layouts',
    write: () => file.save({ ...file.value, windows }),
  })

  /** Like `saveLayout`, for several of them in one write. */
  function saveLayouts(layouts: Readonly<Record<string, unknown>>): void {
    windows = { ...windows, ...layouts }
    writes.changed()
  }

  return {
    setAside: file.setAside,
    readLayout: (window: string): unknown => (Object.hasOwn(windows, window) ? windows[window] : null) ?? null,
    /** On disk within a second, and when the terminal quits. @throws Error with the reason when it is written at once and fails. */
    saveLayout: (window: string, layout: unknown): void => saveLayouts({ [window]: layout }),
    saveLayouts,
    watchWrites: writes.watch,
    /** Writes pending changes; nothing follows it. */
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
        .max(MAX_WINDOWS),
    }),
  ),
  current: z.record(
    z.string(),
    z.object({ name: workspaceName, from: z.enum(['saved', 'template']), changed: z.boolean() }),
  ),
})

/** Maximum size, characters: it is written whole. */
const LARGEST = 8_000_000

/** Named workspaces in `workspaces.json`, and the one that each deployment uses. */
export function openWorkspaces(directory: string, clock: Pick<Clock, 'now'>) {
  const initial: z.output<typeof workspaceFile> = { version: 1, workspaces: [], current: {} }
  const file = new JsonFile({ directory, name: 'workspaces', schema: workspaceFile, initial, clock })
  return {
    setAside: file.setAside,
    get workspaces(): readonly StoredWorkspace[] {
      return file.value.workspaces
    },
    /** By deployment. */
    get current(): Readonly<Record<string, CurrentWorkspace>> {
      return file.value.current
    },
    /** On disk when it returns. @throws Error with the reason when it cannot be written; everything is then unchanged. */
    save(change: {
      readonly workspaces?: readonly StoredWorkspace[]
      readonly current?: Readonly<Record<string, CurrentWorkspace>>
    }): void {
      const next = { ...file.value, ...change } as z.output<typeof workspaceFile>
      if (JSON.stringify(next).length > LARGEST) {
        throw new Error(`All workspaces together would exceed ${LARGEST / 1_000_000} MB. Delete one first.`)
      }
      file.save(next)
    },
  }
}

/** Refs as texts: those of unlisted markets, or of another version, are kept. */
export interface MarketChoices {
  /** By the number of the group. */
  readonly links: Readonly<Record<string, string>>
  readonly favourites: readonly string[]
  /** Weather stations by scalar asset, where the service names none. */
  readonly stations: Readonly<Record<string, string>>
}

/** Choices by deployment. */
export type MarketChoicesStore = Omit<ReturnType<typeof openMarketChoices>, 'setAside' | 'close'>

const choices = z.looseObject({
  links: z.record(z.string(), z.string()).default({}),
  favourites: z.array(z.string()).default([]),
  stations: z.record(z.string(), z.string()).default({}),
})
const marketFile = z.record(z.string(), choices)

/** A write syncs the disk and blocks main for as long; a moved group is on every screen by then, ms. */
const AFTER_FRAMES = 50

const NONE: MarketChoices = { links: {}, favourites: [], stations: {} }

/** The trader's market choices on each deployment, in `markets.json`: the market of each link group, favorites, and weather stations. */
export function openMarketChoices(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
) {
  const file = new JsonFile({ directory, name: 'markets', schema: marketFile, initial: {}, clock })
  let value = file.value
  const writes = pacedWrites({
    clock,
    soonest: AFTER_FRAMES,
    log,
    what: 'the selected markets',
    write: () => file.save(value),
  })
  const read = (profile: string) => (Object.hasOwn(value, profile) ? (value[profile] ?? NONE) : NONE)
  return {
    setAside: file.setAside,
    read: (profile: string): MarketChoices => read(profile),
    /** Readable at once, and on disk within a second: never before main has notified its windows, which a disk write would delay. */
    save(profile: string, changed: Partial<MarketChoices>): void {
      const { links, favourites, stations, ...others } = { ...read(profile), ...changed }
      value = {
        ...value,
        [profile]: { ...others, links: { ...links }, favourites: [...favourites], stations: { ...stations } },
      }
      writes.changed()
    },
    watchWrites: writes.watch,
    close: writes.close,
  }
}
