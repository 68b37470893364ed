/** What main does for the calls about places outside. Whether an address may be used is asked in a native box whatever was pressed. */
import type { WebContents } from 'electron'
import type { Settings } from '../../contract/settings-table.ts'
import type { Handlers, Hands } from '../ipc/index.ts'
import type { Outward } from '../outward/index.ts'
import { saidAs } from './in-words.ts'
import { askToForgetOutward, askToSendOutside } from './questions.ts'

export interface OutwardCallsOptions {
  readonly outward: Pick<Outward, 'set' | 'test' | 'forget'>
  readonly hands: Pick<Hands, 'prove'>
  readonly settings: { readonly current: Pick<Settings, 'outwardDetails'> }
}

export const outwardCalls = ({
  outward,
  hands,
  settings,
}: OutwardCallsOptions): Pick<Handlers, 'setOutward' | 'testOutward' | 'forgetOutward'> => ({
  setOutward: async (input, window: WebContents) => {
    const mayUse = (host: string, shown: string): Promise<void> =>
      hands.prove(window, () => askToSendOutside(input.kind, { host, shown }, settings.current.outwardDetails))
    return { host: await outward.set(input, mayUse).catch(saidAs('not_saved')) }
  },
  testOutward: ({ kind }) => outward.test(kind),
  forgetOutward: {
    loosens: ({ kind }) => askToForgetOutward(kind),
    async run({ kind }) {
      await outward.forget(kind).catch(saidAs('not_saved'))
      return null
    },
  },
})
