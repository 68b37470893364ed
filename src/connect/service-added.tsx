/** That a service is among the deployments now, and what comes next. */
import type { ReactNode } from 'react'
import { Banner } from '../ui/index.ts'
import styles from './connect.module.css'

export function ServiceAdded({ name, error }: { readonly name: string; readonly error: string | null }): ReactNode {
  return (
    <>
      <p className={styles.words}>
        Nobody is signed in there yet: once this window is on {name}, import your access token in Account. The window
        opens anew for that, with its layout; what is typed stays with the deployment that it was typed on.
      </p>
      {error !== null && <Banner tone="error">{error}</Banner>}
    </>
  )
}
