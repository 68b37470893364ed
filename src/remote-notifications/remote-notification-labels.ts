/** Texts of notification targets. Pure. */
import type { RemoteNotificationKind, RemoteNotificationTarget } from '../../contract/remote-notifications.ts'
import { momentText } from '../format/index.ts'
import type { StatementText } from '../ui/index.ts'

/** The purpose of each kind of target. */
export const PLACE_TEXTS: Readonly<
  Record<RemoteNotificationKind, { readonly title: string; readonly purpose: string }>
> = {
  webhook: {
    title: 'Webhook',
    purpose: 'Small JSON by POST, for a chat or a program of yours.',
  },
  ntfy: {
    title: 'ntfy',
    purpose: 'A push to your phone, by ntfy.sh or a server of your own. Whoever knows the topic reads along.',
  },
  heartbeat: {
    title: 'Heartbeat',
    purpose:
      'Pings a service that tells you when they stop: then this machine, its network or the terminal is gone, and nobody watches your stops.',
  },
}

/** The state, with its explanation. */
export function placeText(place: RemoteNotificationTarget): StatementText {
  const { kind, host, unusable, failure, sentAt } = place
  if (host === null) return { tone: 'good', title: 'Not set up', detail: '' }
  if (unusable !== null) return { tone: 'error', title: `${host} cannot be used`, detail: unusable }
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
  const messaged = places.filter(({ kind, host }) => kind !== 'heartbeat' && host !== null)
  const hosts = messaged.map(({ host, failure, unusable }) =>
    failure === null && unusable === null ? host : `${host} (which does not take them)`,
  )
  return hosts.length === 0 ? 'Told on this computer only.' : `Told to ${hosts.join(' and ')}, too.`
}

function titleOf({ kind, isBeating }: RemoteNotificationTarget, host: string): string {
  if (kind !== 'heartbeat') return `Goes to ${host}`
  return isBeating ? `Pings ${host}` : `Set to ${host}, and at rest: nothing is held`
}

function lastMessage(kind: RemoteNotificationKind, sentAt: number | null): string {
  const what = kind === 'heartbeat' ? 'ping' : 'message'
  return sentAt === null ? `No ${what} was taken since the start.` : `Last ${what} taken at ${momentText(sentAt)}.`
}

const lostText = ({ lost }: RemoteNotificationTarget): readonly string[] =>
  lost === 0 ? [] : [`${lost} ${lost === 1 ? 'message was' : 'messages were'} given up.`]
