/** What the trader chose of the markets of each deployment, in `markets.json`: the market of each link group, and favourites. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'
import { pacedWrites } from './paced-writes.ts'

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
const schema = z.record(z.string(), choices)

/** A write syncs the disk and holds main up for as long; a group that moved is on every screen by then, ms. */
const AFTER_FRAMES = 50

const NONE: MarketChoices = { links: {}, favourites: [] }

export function openMarketChoices(
  directory: string,
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  log?: Pick<Log, 'warn'>,
): MarketChoicesStore & { readonly setAside: SetAside | null; close(): void } {
  const file = new JsonFile({ directory, name: 'markets', schema, initial: {}, clock })
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
