/** The panels of the workspace: their ids in saved layouts and their titles on screen. */
export const PANEL_TITLES = {
  bucket: 'Bucket',
  chart: 'Chart',
  book: 'Order book',
  trades: 'Trades',
  ticket: 'Order ticket',
  binary: 'Binary',
  outcomes: 'Outcomes',
  positions: 'Positions',
  'open-orders': 'Open orders',
  alerts: 'Alerts',
  activity: 'Activity',
  limits: 'Limits',
  account: 'Account',
} as const

export type PanelId = keyof typeof PANEL_TITLES

export const PANEL_IDS = Object.keys(PANEL_TITLES) as PanelId[]

/** Whether a panel of this id exists in this version. */
export const isPanelId = (id: string): id is PanelId => Object.hasOwn(PANEL_TITLES, id)
