import type { LinkGroup } from '../../../contract/link.ts'

/** The labels of panel menus, and the messages for a panel without a market and a price without a ticket. */
export const MESSAGES = {
  linkOf: (panel: string) => `Link of ${panel}`,
  marketOf: (panel: string) => `Market of ${panel}`,
  /** Shown for a panel that follows no group. */
  thisMarket: 'This market only',
  follow: 'Follow',
  search: 'Search markets',
  duplicate: 'Duplicate',
  close: 'Close',
  openTicket: 'Open a ticket',
  undo: 'Undo',
  /** While a link group may still get a market by itself. */
  marketsAwaited: 'Waiting for the list of markets…',
  noMarket: 'This panel shows no market yet. Choose one.',
  groupHasNoMarket: (group: LinkGroup) => `Link group ${group} shows no market yet. Choose one.`,
  notHere: (market: string) => `Not available here: ${market}`,
  shows: (market: string) => `This panel shows ${market}.`,
  showsAnother: 'This panel shows another market.',
  isFor: (panel: string, families: string) => `${panel} is for ${families} markets`,
} as const
