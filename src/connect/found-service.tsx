/** A service as found: its host as its identity, anything suspicious about it, its features, and what will not work there. */

import { type ReactNode, useEffect, useRef } from 'react'
import type { ServiceFound } from '../../contract/connect.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { Banner, Button, classNames, Facts } from '../ui/index.ts'
import styles from './connect.module.css'
import { clockText, familyText, NETWORK_LABELS, nothingOffered, waitlistText } from './found-text.ts'

/**
 * The address of a service, with the host in bold, which alone identifies the counterparty.
 * @param url checked by main; non-Latin letters are shown as resolved (`xn--…`)
 */
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

interface FoundServiceProps {
  readonly found: ServiceFound
  /** Why it was not added; null before an attempt. */
  readonly error: string | null
  readonly isBusy: boolean
  readonly onChooseFile: () => void
}

export function FoundService({ found, error, isBusy, onChooseFile }: FoundServiceProps): ReactNode {
  const { name, network, url, odd, waitlist, families, clockAheadMs, answeredInMs, directOrders, off, file } = found
  const head = useRef<HTMLParagraphElement>(null)
  const nothing = nothingOffered(found)
  // Shown and read first, and not a button, so that the Enter of the probe triggers nothing.
  useEffect(() => head.current?.focus(), [])
  return (
    <div className={styles.found}>
      <p ref={head} tabIndex={-1} className={styles.address}>
        <ServiceAddress url={url} />
      </p>
      {odd.length > 0 && (
        <ul className={styles.odd} aria-label="Check carefully">
          {odd.map((text) => (
            <li key={text}>
              <span aria-hidden>⚠ </span>
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.columns}>
        <Facts aria-label="Venue">
          <dt>Name in this terminal</dt>
          <dd>{name}</dd>
          <dt>Network</dt>
          <dd>{NETWORK_LABELS[network]}, as you chose</dd>
          <dt>Waitlist</dt>
          <dd>{waitlistText(waitlist)}</dd>
          <dt>Clock</dt>
          <dd>{clockText(clockAheadMs)}</dd>
          <dt>Response time</dt>
          <dd>{answeredInMs} ms</dd>
          {file !== null && (
            <>
              <dt>Profile file</dt>
              <dd>{file}</dd>
            </>
          )}
        </Facts>
        <div className={styles.part}>
          <h3 className={styles.title}>Markets</h3>
          <ul className={styles.families} aria-label="Markets">
            {families.map((family) => {
              const { name: title, mark, text: message, reason } = familyText(family)
              return (
                <li key={family.family}>
                  <span className={classNames(styles.mark, mark === '⚠' && styles.odd)} aria-hidden>
                    {mark}
                  </span>
                  <span>{title}</span>
                  <span>
                    {message}
                    {reason !== null && <small>{reason}</small>}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
      {nothing !== null && <Banner tone="warning">{nothing}</Banner>}
      <h3 className={styles.title}>Direct orders</h3>
      {directOrders.on ? (
        <>
          <p className={styles.prose}>
            On: your wallet signs them for this domain. Compare it with the domain the operator publishes.
          </p>
          <Facts aria-label="Domain of direct orders">
            {directOrders.domain.map((field) => (
              <Fact key={field.name} {...field} />
            ))}
          </Facts>
        </>
      ) : (
        <div className={styles.row}>
          <p className={styles.prose}>{directOrders.reason}</p>
          {file === null && (
            <Button size="small" disabled={isBusy} onClick={onChooseFile}>
              {COMMON.chooseProfile}
            </Button>
          )}
        </div>
      )}
      {off.length > 0 && (
        <ul className={styles.off} aria-label="Switched off by the profile file">
          {off.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {error !== null && <Banner tone="error">{error}</Banner>}
    </div>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
