/** Where secrets are kept while that is not the keychain: why, what to do, and the way to have it tried again. */
import type { ReactNode } from 'react'
import type { KeychainView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './account.module.css'
import { Section, Told, useAsked } from './parts.tsx'

export function KeychainSection({ keychain }: { readonly keychain: KeychainView }): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  if (keychain.mode === 'keychain') return null
  return (
    <Section title="Keychain">
      <p className={styles.detail}>{keychain.reason}</p>
      {keychain.mode === 'session' && (
        <div className={styles.buttons}>
          <Button
            disabled={busy}
            title="Asks the keychain anew, and puts in what is kept for this session only"
            onClick={() => ask(() => call('tryKeychainAgain', {}).then(() => ''))}
          >
            Try the keychain again
          </Button>
        </div>
      )}
      <Told outcome={outcome} />
    </Section>
  )
}
