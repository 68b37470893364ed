/** Gathers what a report of a problem says: the terminal, the machine, and the deployment of the window that asks. */
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import { app, type WebContents } from 'electron'
import type { ConnectionView, Feature, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { Deployment } from '../deployment/index.ts'
import { logTail, type ReportFacts } from '../report.ts'
import type { SharedParts } from './shared-parts.ts'
import type { TerminalWindows } from './terminal-windows.ts'

interface FactsOptions extends Pick<SharedParts, 'settings' | 'notices'> {
  readonly contents: WebContents
  readonly groups: TerminalWindows['groups']
  readonly storage: { readonly journal: Pick<SharedParts['storage']['journal'], 'counts'> }
  readonly dataFolder: string
  readonly clock: Clock
}

export function reportFacts(options: FactsOptions): ReportFacts {
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

/** No address, no mail address, no reason of the service for an order; what is redacted beyond that is the report's own matter. */
function deploymentLines(session: SessionView | undefined, connection: ConnectionView | undefined): readonly string[] {
  return [
    ...(session === undefined
      ? ['session not known yet']
      : [
          `profile ${session.profile.name}, ${session.profile.network}, ${session.profile.baseUrl}`,
          `identity ${session.identity === null ? 'none' : 'there'}${session.identityError === null ? '' : `: ${session.identityError}`}`,
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
