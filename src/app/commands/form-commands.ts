/** Commands that show a form with the focus in its first field; the form's own button carries it out. Pure. */

import type { Collateral } from '../../../contract/collateral.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { Command } from '../../commands/index.ts'
import type { FormAsk } from '../../workspace/index.ts'

/** Their interface to the window. */
export interface FormsPort {
  /** Why a form cannot be used on this deployment; null where it can. */
  readonly offOf: (form: FormAsk) => string | null
  readonly ask: (form: FormAsk) => void
}

interface FormText {
  readonly form: FormAsk
  readonly id: string
  readonly title: string
  /** Label in the menu. */
  readonly label: string
  readonly aliases: readonly string[]
}

const CONVERT = ['conversion', 'convert', 'outcome', 'collateral']

/** All forms reached this way. */
export const FORMS: readonly FormText[] = [
  {
    form: 'alert',
    id: 'alerts/new',
    title: 'New alert',
    label: 'New alert…',
    aliases: ['set an alert', 'add', 'price', 'temperature', 'notify', 'alarm'],
  },
  {
    form: 'limits',
    id: 'limits/change',
    title: 'Change limits',
    label: 'Change limits…',
    aliases: ['risk', 'day loss', 'order value', 'arming'],
  },
  {
    form: 'transfer',
    id: 'account/transfer',
    title: COMMON.moveUsdh,
    label: 'Move USDH…',
    aliases: ['transfer', 'collateral', 'deposit', 'money'],
  },
  {
    form: 'split',
    id: 'shares/split',
    title: 'Split USDH into shares',
    label: 'Split into shares…',
    aliases: CONVERT,
  },
  {
    form: 'merge',
    id: 'shares/merge',
    title: 'Merge shares into USDH',
    label: 'Merge shares…',
    aliases: CONVERT,
  },
  {
    form: 'merge_question',
    id: 'shares/merge-question',
    title: 'Merge a question into USDH',
    label: 'Merge a question…',
    aliases: CONVERT,
  },
  {
    form: 'negate',
    id: 'shares/negate',
    title: 'Negate a No into the other outcomes',
    label: 'Negate…',
    aliases: CONVERT,
  },
  {
    form: 'agent',
    id: 'account/agent',
    title: 'Approve agent or rotate its key',
    label: 'Agent wallet…',
    aliases: ['sign', 'approval', 'key', 'forget'],
  },
]

export const formCommands = ({ offOf, ask }: FormsPort): readonly Command[] =>
  FORMS.map(({ form, id, title, label, aliases: terms }) => ({
    id,
    title,
    scope: 'window',
    aliases: ['form', ...terms],
    impossible: offOf(form),
    menu: { menu: 'View', section: 'Find', submenu: 'Go to a form', label },
    run: () => ask(form),
  }))

/** Why the form that moves USDH has no use. */
export const nothingToMove = (collateral: Collateral): string =>
  `Outcome markets use ${collateral} here: nothing to move.`
