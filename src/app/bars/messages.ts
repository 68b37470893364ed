/** The names of buttons and states in the bars of a window, and the texts about the watch list. */
export const MESSAGES = {
  live: 'Live',
  stale: 'Stale',
  offline: 'Offline',
  tokenEnds: (left: string) => `token ends in ${left}`,
  noData: 'no data yet',
  flattening: 'Flatten under way',
  newWindow: 'New window',
  arm: 'Arm window',
  armed: (minutes: number) => `Armed, ${minutes} min`,
  kill: 'Kill…',
  killed: 'Killed',
  liftKill: 'Lift the kill',
  /** Flattens interrupted by a crash or the end of the program. */
  cutOff: { region: 'Flattens that were cut off', goOn: 'Go on', leave: 'Leave', done: 'Flattened.' },
  /** Work that waits for the trader, and the dialog with its answers. */
  waiting: {
    name: 'Needs you',
    count: (count: number): string => `Needs you: ${count}`,
    none: 'Nothing needs you.',
    pauses: 'Automated orders that are paused',
    paused: (what: string): string => `${what} is paused`,
    resume: 'Go on',
    answer: 'Answer…',
  },
  /** After a trading key that is not armed. */
  keysOff: {
    title: 'Trading keys are off',
    /** @param key arms them; null where there is none */
    detail: (key: string | null): string => (key === null ? 'The palette arms them.' : `${key} arms them.`),
  },
  /** At a first start. */
  offer: { title: 'Other layouts', detail: 'The tabs at the top.', firstSteps: 'Getting started…' },
  notices: {
    name: 'Notices',
    /** @param fresh how many came since the list was last open */
    count: (fresh: number): string => (fresh === 0 ? 'Notices' : `Notices, ${fresh} new`),
    levels: { info: 'Info', warning: 'Warning', error: 'Error' },
    dismissOne: (title: string): string => `Dismiss: ${title}`,
    /** On a toast whose text is cut. */
    more: 'More',
    /** In the palette. */
    command: 'Show notices',
    dismissAll: 'Dismiss all',
    none: 'No notices.',
    close: 'Close',
  },
  today: 'Today',
  /** Follows the name. */
  todayIs: (hasOpen: boolean) => (hasOpen ? ', realized + open' : ', realized'),
  theme: (other: string) => `Use the ${other} theme`,
  worstCase: {
    name: 'Max loss',
    all: ', all positions and orders',
    explained:
      'What could be lost from now on if every order fills and every stop slips to its bound. Press for Limits.',
    near: 'Near your limit',
    at: 'At your limit',
    beyond: 'Beyond your limit',
    unknown: 'Not known yet.',
    refused: 'What adds exposure is refused until it is known.',
    press: 'Press for Limits.',
  },
  watchList: {
    title: 'Watch list',
    explanation:
      'Exits, algo orders and alerts that this terminal watches while it runs. The venue knows nothing of them. Click for the list.',
    columns: ['Item', 'Wallet', 'Watched'],
    anyWallet: 'Any',
    watched: 'Yes',
    closed: 'Market closed',
    notWatched: 'No',
    close: 'Close',
    /** @param missed of those, how many were reported to the trader as not watched */
    count: (all: number, missed: number) => (missed === 0 ? `${all} watched` : `${missed} of ${all} not watched`),
    since: (time: string): string => `since ${time}`,
  },
} as const
