/** That the deployment is killed: said under the top bar of each of its windows until its name is typed, and cannot be put away. */

import { type FormEvent, type ReactNode, useState } from 'react'
import { type KillView, killedText } from '../../../contract/flatten.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { timeText, zoneText } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Banner, Button, classNames } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './notices.module.css'

export function Killed(): ReactNode {
  const kill = useTopic({ kind: 'kill' })
  if (kill?.isKilled !== true) return null
  return (
    <section className={classNames(styles.notices, styles.urgent)} aria-label={MESSAGES.killed}>
      <Lift kill={kill} />
    </section>
  )
}

function Lift({ kill }: { readonly kill: KillView }): ReactNode {
  const call = useCall()
  const [name, setName] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  const lift = (event: FormEvent): void => {
    event.preventDefault()
    call('liftKill', { name: name.trim() }).catch((error: unknown) => setFailed(wordsOf(error)))
  }
  const since = kill.at === null ? null : ` Since ${timeText(kill.at)} ${zoneText(kill.at)}.`
  return (
    <Banner
      tone="error"
      action={
        <form className={styles.answers} onSubmit={lift}>
          <label className={styles.word}>
            Type {kill.profile}
            <input
              type="text"
              value={name}
              maxLength={60}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => {
                setName(currentTarget.value)
                setFailed(null)
              }}
            />
          </label>
          <Button type="submit" size="small" variant="danger" disabled={name.trim() !== kill.profile}>
            {MESSAGES.liftKill}
          </Button>
        </form>
      }
    >
      {killedText(kill)}
      {since}
      {failed !== null && <strong> {failed}</strong>}
    </Banner>
  )
}
