/** Has main answer the calls of windows: the handlers, with the parts of the terminal that each belongs to. */
import { clipboard, dialog } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { createHandlers, createOwnCopies, tellOfChoices } from '../calls/index.ts'
import { createConnections } from '../connect/index.ts'
import type { ReachThrough } from '../desktop/index.ts'
import { importFromClipboard } from '../identity/index.ts'
import type { Handlers } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { Outward } from '../outward/index.ts'
import { secretAccount } from '../secrets/index.ts'
import type { PendingLimits } from '../settings/index.ts'
import type { Updater } from '../updates/index.ts'
import { chooseFile, chooseFileToRead } from '../windows/index.ts'
import type { Deployments } from './deployments.ts'
import { reportFacts } from './report-facts.ts'
import { secretsOf } from './secrets-of.ts'
import type { SharedParts } from './shared-parts.ts'
import type { TerminalWindows } from './terminal-windows.ts'

interface CallsOptions {
  readonly dataFolder: string
  readonly shared: Pick<SharedParts, 'storage' | 'settings' | 'secrets' | 'notices' | 'practice'>
  readonly deployments: Deployments
  readonly pendingLimits: PendingLimits
  readonly terminal: Pick<
    TerminalWindows,
    'windows' | 'groups' | 'topics' | 'moves' | 'workspaces' | 'menus' | 'asks' | 'hands'
  >
  readonly updates: Updater
  /** As of `followNetwork`. */
  readonly reach: ReachThrough
  readonly outward: Outward
  readonly clock: Clock
  readonly log: Log
}

/** What main does for each call; each finds its deployment by the window that calls. */
export function handlersOf({
  dataFolder,
  shared,
  deployments,
  pendingLimits,
  terminal,
  updates,
  reach,
  outward,
  clock,
  log,
}: CallsOptions): Handlers {
  const { storage, settings, notices } = shared
  const ownCopies = createOwnCopies()
  const { windows, groups, topics, moves, workspaces, menus, asks, hands } = terminal
  /** The service's time by a deployment's own measure, ms; null where it is not known, as while the deployment does not run. */
  function serviceTimeOf(profile: string): number | null {
    const running = deployments.running.find((each) => each.profile.name === profile)
    const offset = running?.deployment.feed.measuredOffset() ?? null
    return offset === null ? null : clock.now() + offset
  }
  tellOfChoices(storage.marketChoices, notices)
  return createHandlers({
    groups,
    deployments,
    settings,
    pendingLimits,
    layouts: storage.layouts,
    notices,
    windows,
    moves,
    workspaces,
    menus,
    asks,
    hands,
    updates,
    outward,
    hasOrdered: storage.journal.hasOrdered,
    topicsOf: (contents) => topics.of(contents),
    chooseFile: (contents, name, kind) => chooseFile(dialog, windows.windowOf(contents), name, kind),
    chooseFileToRead: (contents, kind) => chooseFileToRead(dialog, windows.windowOf(contents), kind),
    connections: createConnections({
      ...{ http: fetch, reach, clock },
      check: deployments.check,
      add: deployments.add,
      known: deployments.choices,
    }),
    reportFacts: (contents) => reportFacts({ contents, groups, storage, settings, notices, dataFolder, clock }),
    ownCopies,
    importSecret: (kind, profile, mayStore) =>
      importFromClipboard({
        ...{ kind, clipboard, mayStore },
        isOwnCopy: ownCopies.has,
        // What was imported for another address is not used, and would be lost all the same.
        stored: shared.secrets,
        store: secretsOf(shared, profile),
        profile: profile.name,
        serviceTime: () => serviceTimeOf(profile.name),
      }),
    forgetSecret: (kind, profile) => secretsOf(shared, profile).delete(secretAccount(profile.name, kind)),
    tryKeychainAgain: () => shared.secrets.tryAgain(),
    log,
  })
}
