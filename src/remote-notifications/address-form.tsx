/** The fields of a target's address: typed once, and never shown again. */
import type { ReactNode } from 'react'
import {
  LONGEST_ADDRESS,
  type RemoteNotificationInput,
  type RemoteNotificationKind,
} from '../../contract/remote-notifications.ts'
import { TextField } from '../ui/index.ts'

/** The typed values, for any kind. */
export interface TypedAddress {
  readonly kind: RemoteNotificationKind
  readonly address: string
  readonly server: string
  readonly topic: string
  readonly token: string
}

/** Why it was refused, with the field concerned, if any. */
export interface AddressIssue {
  readonly text: string
  readonly about: string | null
}

/** An empty form; ntfy defaults to its own server. */
export const emptyAddress = (kind: RemoteNotificationKind): TypedAddress => ({
  ...{ kind, address: '', server: 'https://ntfy.sh', topic: '', token: '' },
})

/** In main's format. */
export const inputOf = ({ kind, address, server, topic, token }: TypedAddress): RemoteNotificationInput =>
  kind === 'ntfy' ? { kind, server, topic, token } : { kind, address }

interface AddressFormProps {
  readonly typed: TypedAddress
  readonly issue: AddressIssue | null
  readonly onChange: (part: Partial<TypedAddress>) => void
}

export function AddressForm({ typed, issue, onChange }: AddressFormProps): ReactNode {
  const about = issue?.about ?? null
  const fields = typed.kind === 'ntfy' ? ['server', 'topic', 'token'] : ['address']
  const issueOf = (field: string): string | null => {
    if (issue === null) return null
    if (about === field) return issue.text
    // An issue of no particular field is shown below the last one.
    return field === fields.at(-1) && (about === null || !fields.includes(about)) ? issue.text : null
  }
  if (typed.kind !== 'ntfy') {
    return (
      <TextField
        label={typed.kind === 'webhook' ? 'Webhook address' : 'Ping address'}
        value={typed.address}
        maxLength={LONGEST_ADDRESS}
        placeholder="https://"
        error={issueOf('address')}
        isSecret
        autoFocus
        onChange={(address) => onChange({ address })}
      />
    )
  }
  return (
    <>
      <TextField
        label="Server"
        value={typed.server}
        maxLength={LONGEST_ADDRESS}
        error={issueOf('server')}
        onChange={(server) => onChange({ server })}
      />
      <TextField
        label="Topic"
        value={typed.topic}
        maxLength={200}
        error={issueOf('topic')}
        isSecret
        autoFocus
        onChange={(topic) => onChange({ topic })}
      />
      <TextField
        label="Access token, if required"
        value={typed.token}
        maxLength={500}
        error={issueOf('token')}
        isSecret
        onChange={(token) => onChange({ token })}
      />
    </>
  )
}
