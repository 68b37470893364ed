/** What is changed elsewhere, where it is explained: each with the command that leads there. */

/** What every entry of the window of settings shows and is found by. */
export interface EntryBase {
  readonly id: string
  readonly section: string
  readonly title: string
  readonly explanation: string
}

/** Something that has a place of its own, and the command that leads there. */
export interface PlaceEntry extends EntryBase {
  readonly kind: 'place'
  readonly button: string
  /** Id of the command. */
  readonly command: string
  readonly words: readonly string[]
}

const place = (
  section: string,
  command: string,
  title: string,
  explanation: string,
  button: string,
  words: readonly string[] = [],
): PlaceEntry => ({ kind: 'place', id: `place/${title}`, section, command, title, explanation, button, words })

export const PLACES: readonly PlaceEntry[] = [
  place(
    'Limits',
    'limits/change',
    'Change the limits',
    'They are saved together, with the worst case that they leave beside them. What tightens holds at once; what loosens is asked about and holds after a minute.',
    'Change limits…',
    ['safety', 'risk', 'confirmation'],
  ),
  place(
    'Keys and sizes',
    'keys/change',
    'Keys',
    'Every command with the key that does it; each can have another one, or none.',
    'Change keys…',
    ['shortcuts', 'hotkeys', 'keyboard', 'remap'],
  ),
  place(
    'Keys and sizes',
    'sizes/change',
    'Sizes to choose from',
    'The sizes that stand in tickets and that keys pick, for each family of markets.',
    'Change sizes…',
    ['presets', 'quantity', 'amount'],
  ),
  place(
    'Alerts and notifications',
    'panel/show/alerts',
    'Alerts and their notifications',
    'What you are told of, and whether the desktop shows it when no window is in front.',
    'Show Alerts',
    ['desktop', 'notify'],
  ),
  place(
    'Alerts and notifications',
    'outward/open',
    'Remote notifications',
    'A webhook, ntfy on your phone, and a heartbeat to a service that tells you when this machine is gone.',
    'Set up…',
    ['push', 'remote', 'dead man', 'monitor', 'alarm'],
  ),
  place(
    'Deployments and account',
    'deployment/switch',
    'Deployments',
    'The services that this terminal may connect to, and the one that this window is on.',
    'Show deployments',
    ['connect', 'address', 'network', 'host', 'practice', 'live'],
  ),
  place(
    'Deployments and account',
    'deployment/connect',
    'Connect to another service',
    'Its address is typed, the service is looked at and shown, and only then added.',
    'Connect…',
    ['add', 'address', 'network', 'host', 'url', 'mainnet', 'testnet', 'profile'],
  ),
  place(
    'Deployments and account',
    'panel/show/account',
    'Token, wallet and agent',
    'What you are known by on the deployment. Secrets stay in the keychain of this computer, and are never shown.',
    'Show Account',
    ['key', 'secret', 'sign', 'keychain'],
  ),
  place(
    'Updates',
    'update/show',
    'This version and newer ones',
    'What runs here, what was found, and what is new in it.',
    'Show updates',
    ['version', 'release', 'restart'],
  ),
  place(
    'Records and data',
    'panel/show/account',
    'What is kept on this computer',
    'How many fills and orders are kept, how far back, and how much room they take.',
    'Show Account',
    ['history', 'disk', 'folder'],
  ),
  place(
    'Records and data',
    'settings/export',
    'Give the settings out',
    'How the terminal looks, its keys, sizes and exit plans, as a text. No secret, no limit, no deployment.',
    'Export…',
    ['backup', 'copy', 'json'],
  ),
  place(
    'Records and data',
    'settings/import',
    'Take settings in',
    'From such a text. What it would change is shown first.',
    'Import…',
    ['restore', 'paste', 'json'],
  ),
  place(
    'Help',
    'help/getting-started',
    'Getting started',
    'The steps from practice to a first order with real money, and how each of them stands.',
    'Open',
    ['first', 'begin', 'checklist', 'onboarding', 'live'],
  ),
  place('Help', 'help/guide', 'Guide', 'From the first minute to the end of the day, with pictures.', 'Open', [
    'manual',
    'docs',
    'how to',
  ]),
  place(
    'Help',
    'help/glossary',
    'Glossary',
    'Every word of the trade that stands on screen. F1 explains what is pointed at.',
    'Open',
    ['terms', 'meaning', 'explain'],
  ),
]
