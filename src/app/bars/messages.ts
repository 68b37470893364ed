/** The names of buttons and states in the bars of a window, and the texts about the watch list. */
import { MESSAGES as COMMON } from '../../../contract/messages.ts'

export const MESSAGES = {
  live: 'Live',
  stale: 'Stale',
  offline: 'Offline',
  tokenEnds: (left: string) => `token expires in ${left}`,
  noData: 'no data yet',
  flattening: 'Flattening',
  newWindow: 'New window',
  arm: 'Arm window',
  armed: (minutes: number) => `Armed, ${minutes} min`,
  kill: 'Kill…',
  killed: 'Trading stopped',
  liftKill: 'Resume trading…',
  /** Flattens interrupted by a crash or the end of the program. */
  cutOff: { region: 'Interrupted flattens', resume: 'Continue', leave: 'Dismiss', done: 'Flattened.' },
  /** Work that waits for the trader, and the dialog with its answers. */
  waiting: {
    name: 'Action needed',
    count: (count: number): string => `Action needed: ${count}`,
    none: 'No action needed.',
    pauses: 'Paused automated orders',
    paused: (what: string): string => `${what} is paused`,
    resume: 'Resume',
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
    explained: `${COMMON.maxLossExplained} Click for Limits.`,
    near: 'Near your limit',
    at: 'At your limit',
    beyond: 'Beyond your limit',
    unknown: 'Not known yet.',
    refused: 'Orders that add exposure are refused until then.',
    press: 'Click for Limits.',
  },
  watchList: {
    title: 'Watch list',
    explanation:
      'Local exits, scales, slices and alerts. They work only while Isotherm is running. Click for the list.',
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
