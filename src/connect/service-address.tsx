/** Where a service is, with the host in bold: it alone says whom one deals with. */
import type { ReactNode } from 'react'

/** @param url checked by main; letters of other scripts are shown as they are resolved (`xn--…`). */
export function ServiceAddress({ url }: { url: string }): ReactNode {
  const { protocol, host, pathname } = new URL(url)
  return (
    <>
      {`${protocol}//`}
      <strong>{host}</strong>
      {pathname === '/' ? '' : pathname}
    </>
  )
}
