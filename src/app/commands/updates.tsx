/** The commands about updates of the terminal. */
import { useMemo } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useCommands } from '../../commands/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { askForUpdates, updateCommands, whyNot } from '../../updates/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { showPanel } from '../docking/index.ts'

export function Updates(): null {
  const call = useCall()
  const check = useTopicValue({ kind: 'update' }, ({ state }) => whyNot(state, 'check'))
  const download = useTopicValue({ kind: 'update' }, ({ state }) => whyNot(state, 'download'))
  const restart = useTopicValue({ kind: 'update' }, ({ state }) => whyNot(state, 'restart'))
  useCommands(
    useMemo(() => {
      const unknown = whyNot(undefined, 'check')
      const or = (reason: string | null | undefined): string | null => (reason === undefined ? unknown : reason)
      return updateCommands({
        whyNot: { check: or(check), download: or(download), restart: or(restart) },
        check: () => tellRefusal('Updates were not looked for', call('checkForUpdate', {})),
        download: () => tellRefusal('The update was not downloaded', call('downloadUpdate', {})),
        restart: () => tellRefusal('The terminal was not restarted', call('restartToUpdate', {})),
        show() {
          showPanel('account')
          askForUpdates()
        },
      })
    }, [call, check, download, restart]),
  )
  return null
}
