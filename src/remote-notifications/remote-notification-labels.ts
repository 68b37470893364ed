/** Texts of notification targets. Pure. */
import { counted, listed } from '../../contract/plural.ts'
import type { RemoteNotificationKind, RemoteNotificationTarget } from '../../contract/remote-notifications.ts'
import { momentText } from '../format/index.ts'
import type { StatementText } from '../ui/index.ts'

/** The purpose of each kind of target. */
export const PLACE_TEXTS: Readonly<
  Record<RemoteNotificationKind, { readonly title: string; readonly purpose: string }>
> = {
  webhook: {
    title: 'Webhook',
    purpose: 'JSON by POST, for a chat or your own program.',
  },
  ntfy: {
    title: 'ntfy',
    purpose: 'Push to your phone by ntfy.sh or your own server. Anyone who knows the topic can read it.',
  },
  heartbeat: {
    title: 'Heartbeat',
    purpose:
      'Pings a monitoring service that warns you when pings stop: this computer, its network or Isotherm is down, and your stops are not watched.',
  },
}

/** The state, with its explanation. */
export function placeText(place: RemoteNotificationTarget): StatementText {
  const { kind, host, unusable, failure, sentAt } = place
  if (host === null) return { tone: 'good', title: 'Not set up', detail: '' }
  if (unusable !== null) return { tone: 'error', title: `${host} not usable`, detail: unusable }
  if (failure !== null) {
    return {
      tone: 'warning',
      title: `${host} ${failure.text}`,
      detail: [`At ${momentText(failure.at)}.`, ...lostText(place), lastMessage(kind, sentAt)].join(' '),
    }
  }
  return {
    tone: 'good',
    title: titleOf(place, host),
    detail: [lastMessage(kind, sentAt), ...lostText(place)].join(' '),
  }
}

/** Where else alerts are sent, as one line. */
export function elsewhereText(places: readonly RemoteNotificationTarget[]): string {
  const hosts = places.flatMap(({ kind, host, failure, unusable }) => {
    if (kind === 'heartbeat' || host === null) return []
    return failure === null && unusable === null ? host : `${host} (not accepting)`
  })
  return hosts.length === 0 ? 'Alerts on this computer only.' : `Also sent to ${listed(hosts)}.`
}

function titleOf({ kind, isBeating }: RemoteNotificationTarget, host: string): string {
  if (kind !== 'heartbeat') return `Sends to ${host}`
  return isBeating ? `Pings ${host}` : `Set to ${host}, idle: nothing is watched`
}

function lastMessage(kind: RemoteNotificationKind, sentAt: number | null): string {
  const isPing = kind === 'heartbeat'
  if (sentAt === null) return isPing ? 'No ping delivered since the start.' : 'No message delivered since the start.'
  const at = momentText(sentAt)
  return isPing ? `Last ping delivered ${at}.` : `Last message delivered ${at}.`
}

const lostText = ({ lost }: RemoteNotificationTarget): readonly string[] =>
  lost === 0 ? [] : [counted(lost, 'message dropped.', 'messages dropped.')]
