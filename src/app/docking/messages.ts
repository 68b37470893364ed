/** What a window calls the menus of its panels, and says where a panel has no market or a price no ticket. */
export const MESSAGES = {
  linkOf: (panel: string) => `Link of ${panel}`,
  marketOf: (panel: string) => `Market of ${panel}`,
  /** What a panel that follows no group shows. */
  thisMarket: 'This market only',
  follow: 'Follow',
  search: 'Search markets',
  duplicate: 'Duplicate',
  close: 'Close',
  openTicket: 'Open a ticket',
  undo: 'Undo',
  noMarket: (whose: string) => `${whose} shows no market yet. Choose one.`,
  notHere: (market: string) => `Not here: ${market}`,
  isFor: (panel: string, families: string) => `${panel} is for ${families} markets`,
} as const
