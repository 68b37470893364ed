/** Titles and states of the first steps. */
export const TITLES = {
  practice: 'Practise with play money',
  address: 'Connect to a deployment',
  token: 'Access token',
  wallet: 'A wallet with money in it',
  agent: 'Approve the agent wallet',
  limits: 'Limits of your own',
  order: 'A first order of the least size',
} as const

export const STEP_STATE_LABELS = {
  done: 'Done',
  next: 'Next',
  open: 'Open',
  later: 'Later',
  unread: 'Not known',
} as const
