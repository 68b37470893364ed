/** The deployments: the one of this window, other running ones, moving this window to another, and adding one. */

import { type ReactNode, useState } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { askToConnect, ServiceAddress } from '../../connect/index.ts'
import { Button } from '../../ui/index.ts'
import { layoutSaved } from '../../workspace/index.ts'
import styles from './account.module.css'
import { runningText } from './account-labels.ts'
import { MESSAGES } from './messages.ts'
import { OutcomeLine, Section, useRequest } from './parts.tsx'

const TEXTS = { mainnet: 'Mainnet', testnet: 'Testnet', practice: 'Practice' } as const

export function DeploymentsSection({ session }: { session: SessionView }): ReactNode {
  const call = useCall()
  const [json, setJson] = useState('')
  const choosing = useRequest()
  const adding = useRequest()
  const onlyPractice = session.profiles.every(({ origin }) => origin === 'practice')
  return (
    <Section title={MESSAGES.deployments}>
      <ul className={styles.profiles}>
        {session.profiles.map((choice) => {
          const { name, network, baseUrl, origin } = choice
          const text = runningText(choice, name === session.profile.name)
          return (
            <li key={name} className={styles.profile}>
              <span>
                {name}
                <small>
                  {TEXTS[network]}, {baseUrl === null ? MESSAGES.insideIsotherm : <ServiceAddress url={baseUrl} />}
                  {origin === 'command-line' && MESSAGES.fromCommandLine}
                </small>
                {text !== null && <small>{text}</small>}
              </span>
              {name === session.profile.name ? (
                <span aria-current="true">{MESSAGES.inThisWindow}</span>
              ) : (
                <span className={styles.buttons}>
                  <Button
                    size="small"
                    aria-label={`Use ${name}`}
                    disabled={choosing.busy}
                    onClick={() =>
                      choosing.ask(async () => {
                        await layoutSaved()
                        await call('chooseProfile', { name })
                        return ''
                      })
                    }
                  >
                    {MESSAGES.use}
                  </Button>
                  {origin === 'stored' && (
                    <Button
                      size="small"
                      aria-label={`Remove ${name}`}
                      disabled={choosing.busy}
                      onClick={() =>
                        choosing.ask(async () => {
                          await call('removeProfile', { name })
                          return `${name} removed, with its token and keys.`
                        })
                      }
                    >
                      {MESSAGES.remove}
                    </Button>
                  )}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className={styles.detail}>{MESSAGES.useDetail}</p>
      <OutcomeLine outcome={choosing.outcome} />
      <div className={styles.buttons}>
        <Button variant={onlyPractice ? 'primary' : 'quiet'} onClick={() => askToConnect()}>
          {MESSAGES.connect}
        </Button>
        {onlyPractice && <span className={styles.detail}>{MESSAGES.onlyPractice}</span>}
      </div>
      <details className={styles.experts}>
        <summary>{MESSAGES.advanced}</summary>
        <form
          className={styles.form}
          aria-label={MESSAGES.addDeployment}
          onSubmit={(event) => {
            event.preventDefault()
            adding.ask(async () => {
              askToConnect(await call('takeProfileText', { json }))
              setJson('')
              return ''
            })
          }}
        >
          <label className={styles.field}>
            {MESSAGES.profileAsJson}
            <textarea
              className={`${styles.input} ${styles.code}`}
              rows={5}
              spellCheck={false}
              placeholder={MESSAGES.profileExample}
              value={json}
              aria-invalid={adding.outcome?.ok === false}
              onChange={(event) => setJson(event.currentTarget.value)}
            />
          </label>
          <div className={styles.buttons}>
            <Button type="submit" disabled={adding.busy || json.trim() === ''}>
              {MESSAGES.checkProfile}
            </Button>
          </div>
          <OutcomeLine outcome={adding.outcome} />
        </form>
      </details>
    </Section>
  )
}
