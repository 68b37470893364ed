/** The deployments: the one of this window, other running ones, moving this window to another, and adding one. */
import { type ReactNode, useState } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { askToConnect, ServiceAddress } from '../../connect/index.ts'
import { Button } from '../../ui/index.ts'
import { layoutSaved } from '../../workspace/index.ts'
import styles from './account.module.css'
import { runningText } from './account-labels.ts'
import { OutcomeLine, Section, useRequest } from './parts.tsx'

const WORDS = { mainnet: 'Mainnet', testnet: 'Testnet', practice: 'Practice' } as const

export function DeploymentsSection({ session }: { session: SessionView }): ReactNode {
  const call = useCall()
  const [json, setJson] = useState('')
  const choosing = useRequest()
  const adding = useRequest()
  const onlyPractice = session.profiles.every(({ origin }) => origin === 'practice')
  return (
    <Section title="Deployments">
      <ul className={styles.profiles}>
        {session.profiles.map((choice) => {
          const { name, network, baseUrl, origin } = choice
          const text = runningText(choice, name === session.profile.name)
          return (
            <li key={name} className={styles.profile}>
              <span>
                {name}
                <small>
                  {WORDS[network]}, {baseUrl === null ? 'inside Isotherm' : <ServiceAddress url={baseUrl} />}
                  {origin === 'command-line' && ', from the command line'}
                </small>
                {text !== null && <small>{text}</small>}
              </span>
              {name === session.profile.name ? (
                <span aria-current="true">In this window</span>
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
                    Use
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
                      Remove
                    </Button>
                  )}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className={styles.detail}>
        Use reopens this window on that deployment with the same layout. Other windows stay. Drafts stay with their
        deployment.
      </p>
      <OutcomeLine outcome={choosing.outcome} />
      <div className={styles.buttons}>
        <Button variant={onlyPractice ? 'primary' : 'quiet'} onClick={() => askToConnect()}>
          Connect to a deployment…
        </Button>
        {onlyPractice && <span className={styles.detail}>Only the practice venue so far.</span>}
      </div>
      <details className={styles.experts}>
        <summary>Advanced: profile as JSON</summary>
        <form
          className={styles.form}
          aria-label="Add a deployment"
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
            Profile as JSON
            <textarea
              className={`${styles.input} ${styles.code}`}
              rows={5}
              spellCheck={false}
              placeholder='{ "name": "…", "baseUrl": "https://…", "network": "mainnet" }'
              value={json}
              aria-invalid={adding.outcome?.ok === false}
              onChange={(event) => setJson(event.currentTarget.value)}
            />
          </label>
          <div className={styles.buttons}>
            <Button type="submit" disabled={adding.busy || json.trim() === ''}>
              Check profile…
            </Button>
          </div>
          <OutcomeLine outcome={adding.outcome} />
        </form>
      </details>
    </Section>
  )
}
