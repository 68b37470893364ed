/** The list of used APIs as the table of tools/chromium-host/README.md. */
import { usedApis } from '../used-apis.ts'

type Provision = 'whole' | { readonly differs: string } | { readonly absent: string }

interface AnyPart {
  readonly members: Readonly<Record<string, Provision>>
  readonly events?: Readonly<Record<string, Provision>>
}

const row = (name: string, provision: Provision): string => {
  if (provision === 'whole') return `| ${name} | whole | |`
  if ('differs' in provision) return `| ${name} | in part | ${provision.differs} |`
  return `| ${name} | no | ${provision.absent} |`
}

/** Markdown, one row for each member and event, in the order of the list. */
export function apiTable(): string {
  const rows = Object.entries<AnyPart>(usedApis).flatMap(([part, { members, events = {} }]) => [
    ...Object.entries(members).map(([name, provision]) => row(`\`${part}.${name}\``, provision)),
    ...Object.entries(events).map(([name, provision]) => row(`\`${part}\` event \`${name}\``, provision)),
  ])
  return ['| Electron | In the host | What differs |', '|---|---|---|', ...rows].join('\n')
}
