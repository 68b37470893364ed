/** The way to the kill of this deployment that is always in sight. */
import type { ReactNode } from 'react'
import { useCommandHint } from '../../commands/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { Button } from '../../ui/index.ts'
import { askKill } from './kill-asked.ts'
import { MESSAGES } from './messages.ts'

export function KillButton(): ReactNode {
  const isKilled = useTopicValue({ kind: 'kill' }, (kill) => kill.isKilled) === true
  const hint = useCommandHint('trade/kill')
  return (
    <Button size="small" variant="danger" onClick={askKill} {...hint}>
      {isKilled ? MESSAGES.killed : MESSAGES.kill}
    </Button>
  )
}
