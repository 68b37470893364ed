/** The alert that a deployment begins with, until the trader changes or deletes it: for whoever is signed in. */
import { type AlertRecord, USUAL_END_MINUTES } from '../../contract/alert.ts'
import type { StoredAlert } from '../storage/index.ts'
import { NO_MEMORY } from './evaluate.ts'

/** What is held must never settle unnoticed. */
export const alertBegun: Omit<StoredAlert, 'id' | 'profile' | 'createdAt'> = {
  rule: { kind: 'market_end', asset: null, minutes: USUAL_END_MINUTES },
  repeat: true,
  state: 'on',
  lastFiredAt: null,
  lastWords: null,
  timesFired: 0,
  account: null,
  memory: NO_MEMORY,
}

type Judged = Pick<AlertRecord, 'rule' | 'repeat'> & Partial<Pick<AlertRecord, 'account'>>

/** Whether an alert is as the terminal set it by itself: nobody waits for it who did not ask for it. One that is changed becomes a wallet's. */
export const isOfTerminal = ({ rule, repeat, account = null }: Judged): boolean =>
  account === null && repeat && JSON.stringify(rule) === JSON.stringify(alertBegun.rule)
