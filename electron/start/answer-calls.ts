/** Connects the windows' calls to their handlers, with the parts of the terminal behind each. */
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import { app, clipboard, dialog, type WebContents } from 'electron'
import type { ConnectionView, Feature, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import { createHandlers, createOwnCopies, reportFailedChoices } from '../calls/index.ts'
import { createConnections } from '../connect/index.ts'
import type { Deployment } from '../deployment/index.ts'
import type { ReachThrough } from '../desktop/index.ts'
import { importFromClipboard } from '../identity/index.ts'
import type { Handlers } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import type { RemoteNotifications } from '../remote-notifications/index.ts'
import { logTail, type ReportFacts } from '../report.ts'
import { secretAccount } from '../secrets/index.ts'
import type { PendingLimits } from '../settings/index.ts'
import type { Updater } from '../updates/index.ts'
import { chooseFile, chooseFileToRead } from '../windows/index.ts'
import type { Deployments } from './deployments.ts'
import { type SharedParts, secretsOf } from './shared-parts.ts'
import type { TerminalWindows } from './terminal-windows.ts'

interface FactsOptions extends Pick<SharedParts, 'settings' | 'notices'> {
  readonly contents: WebContents
  readonly groups: TerminalWindows['groups']
  readonly storage: { readonly journal: Pick<SharedParts['storage']['journal'], 'counts'> }
  readonly dataFolder: string
  readonly clock: Clock
}

/** Collects the contents of a problem report: the terminal, the machine, and the deployment of the requesting window. */
function reportFacts(options: FactsOptions): ReportFacts {
  const { contents, groups, storage, settings, notices, dataFolder, clock } = options
  const deployment = groups.deploymentOf(contents)
  const { electron, chrome, node } = process.versions
  return {
    at: new Date(clock.now()).toISOString(),
    version: app.getVersion(),
    system: `${process.platform} ${release()}, ${process.arch}`,
    runtime: [
      electron === undefined ? 'development host in Chromium' : `electron ${electron}`,
      ...(chrome === undefined ? [] : [`chrome ${chrome}`]),
      `node ${node}`,
    ],
    deployment: deploymentLines(viewOf(deployment, { kind: 'session' }), viewOf(deployment, { kind: 'connection' })),
    settings: settings.current,
    actions: storage.journal.counts(deployment.profile.name),
    notices: notices.source.value,
    log: logTail(join(dataFolder, 'isotherm.log')),
    homes: [dataFolder, homedir()],
  }
}

const viewOf = <T extends Topic>(deployment: Deployment, topic: T): PayloadOf<T> | undefined =>
  deployment
    .sources('')
    .find(({ kinds }) => kinds.includes(topic.kind))
    ?.view(topic)

/** No address, no mail address, no reason of the service for an order; further redaction is up to the report. */
function deploymentLines(session: SessionView | undefined, connection: ConnectionView | undefined): readonly string[] {
  return [
    ...(session === undefined
      ? ['session not known yet']
      : [
          `profile ${session.profile.name}, ${session.profile.network}, ${session.profile.baseUrl}`,
          `identity ${session.identity === null ? 'none' : 'present'}${session.identityError === null ? '' : `: ${session.identityError}`}`,
          `agent ${session.agent.state}`,
          `keys in ${session.keychain.mode}${session.keychain.mode === 'keychain' ? '' : `: ${session.keychain.reason}`}`,
          ...Object.entries(session.features).map(([name, feature]) => featureLine(name, feature)),
        ]),
    ...(connection === undefined
      ? ['connection not known yet']
      : [
          `connection ${connection.socket}${connection.stale ? ', stale' : ''}${connection.reason === null ? '' : `: ${connection.reason}`}`,
          `attempts ${connection.attempts}, latency ${connection.latencyMs ?? 'unknown'} ms, last message ${connection.messageAgeMs ?? 'unknown'} ms ago, clock offset ${connection.clockOffsetMs ?? 'unknown'} ms`,
        ]),
  ]
}

const featureLine = (name: string, feature: Feature): string =>
  feature.on ? `${name} on` : `${name} off: ${feature.reason}`

interface CallsOptions {
  readonly dataFolder: string
  readonly shared: Pick<
    SharedParts,
    'storage' | 'settings' | 'secrets' | 'openMeteoKey' | 'notices' | 'practice' | 'openExternal'
  >
  readonly deployments: Deployments
  readonly pendingLimits: PendingLimits
  readonly terminal: Pick<
    TerminalWindows,
    'windows' | 'groups' | 'topics' | 'moves' | 'workspaces' | 'menus' | 'asks' | 'userInput'
  >
  readonly updates: Updater
  /** As returned by `followNetwork`. */
  readonly reach: ReachThrough
  readonly remoteNotifications: RemoteNotifications
  readonly clock: Clock
  readonly log: Log
}

/** The handler of each call; each finds its deployment by the calling window. */
export function handlersOf({
  dataFolder,
  shared,
  deployments,
  pendingLimits,
  terminal,
  updates,
  reach,
  remoteNotifications,
  clock,
  log,
}: CallsOptions): Handlers {
  const { storage, settings, notices } = shared
  const ownCopies = createOwnCopies()
  const { windows, groups, topics, moves, workspaces, menus, asks, userInput } = terminal
  /** The service's time as measured by a deployment, ms; null where unknown, for example while the deployment does not run. */
  function serviceTimeOf(profile: string): number | null {
    const running = deployments.running.find((each) => each.profile.name === profile)
    const offset = running?.deployment.feed.measuredOffset() ?? null
    return offset === null ? null : clock.now() + offset
  }
  reportFailedChoices(storage.marketChoices, notices)
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
    userInput: userInput,
    updates,
    remoteNotifications,
    openMeteoKey: shared.openMeteoKey,
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
    openPage: shared.openExternal,
    importSecret: (kind, profile, mayStore) =>
      importFromClipboard({
        ...{ kind, clipboard, mayStore },
        isOwnCopy: ownCopies.has,
        // A secret imported for another address is not used, but would be lost all the same.
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
