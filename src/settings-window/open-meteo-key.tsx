/** The API key of Open-Meteo: whether one is stored, and a field for another. The typed key goes to main once, and is forgotten here. */
import { type ReactNode, useState } from 'react'
import { errorText, useCall } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSession } from '../queries/index.ts'
import { Button, TextField } from '../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './settings-window.module.css'

export function OpenMeteoKey(): ReactNode {
  const state = useTopic({ kind: 'weather' })?.openMeteoKey ?? 'none'
  const keychain = useSession()?.keychain
  const call = useCall()
  const [typed, setTyped] = useState('')
  const [issue, setIssue] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  async function ask(name: 'setOpenMeteoKey' | 'forgetOpenMeteoKey'): Promise<void> {
    setIssue(null)
    setAsking(true)
    try {
      await (name === 'setOpenMeteoKey' ? call(name, { key: typed }) : call(name, {}))
      setTyped('')
    } catch (error) {
      setIssue(errorText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no name but a legend's
    <div role="group" aria-label={MESSAGES.openMeteoKey} className={styles.key}>
      <p role="status">{MESSAGES.openMeteoKeyIs[state]}</p>
      {state !== 'none' && keychain !== undefined && keychain.mode !== 'keychain' && <p>{keychain.reason}</p>}
      <TextField
        label={state === 'none' ? MESSAGES.openMeteoKey : MESSAGES.otherOpenMeteoKey}
        value={typed}
        maxLength={1000}
        error={issue}
        isSecret
        onChange={(text) => {
          setIssue(null)
          setTyped(text)
        }}
      />
      <div className={styles.hear}>
        {state !== 'none' && (
          <Button size="small" variant="danger" disabled={isAsking} onClick={() => void ask('forgetOpenMeteoKey')}>
            {MESSAGES.forgetOpenMeteoKey}
          </Button>
        )}
        <Button size="small" disabled={isAsking} onClick={() => void ask('setOpenMeteoKey')}>
          {isAsking ? MESSAGES.asking : state === 'none' ? MESSAGES.storeOpenMeteoKey : MESSAGES.replaceOpenMeteoKey}
        </Button>
      </div>
    </div>
  )
}
