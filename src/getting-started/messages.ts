/** Titles and states of the first steps. */
import { MESSAGES as COMMON } from '../../contract/messages.ts'

export const TITLES = {
  practice: 'Practice with play money',
  address: COMMON.connect,
  token: 'Access token',
  wallet: 'Funded wallet',
  agent: 'Approve the agent',
  limits: 'Your limits',
  order: 'Your first minimum-size order',
} as const

export const STEP_STATE_LABELS = {
  done: 'Done',
  next: 'Next',
  open: 'Open',
  later: 'Later',
  unread: 'Not known',
} as const
