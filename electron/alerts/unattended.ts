/** What fires on a deployment that no window shows: every window is told of it. */
import type { AlertFiring, AlertsView } from '../../contract/alert.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import type { Alerts } from './interface.ts'

export function notifyUnattended(
  { topics }: Pick<Alerts, 'topics'>,
  on: {
    /** Whether no window is on the deployment. */
    readonly unattended: () => boolean
    readonly notices: Pick<DeploymentNotices, 'add'>
  },
): void {
  const view = (): AlertsView | undefined => topics.view({ kind: 'alerts' })
  let told = newest(view()?.firings ?? [])
  topics.onChange(() => {
    const now = view()
    if (now === undefined) return
    const fresh = now.firings.filter(({ seq }) => seq > told)
    told = Math.max(told, newest(now.firings))
    if (fresh.length === 0 || !on.unattended()) return
    for (const { title, words } of fresh.reverse()) on.notices.add('info', title, words)
  })
}

const newest = (firings: readonly AlertFiring[]): number => Math.max(0, ...firings.map(({ seq }) => seq))
