/** What is said of orders that this terminal did not make: once as a warning, then as a line, as the trader says. */
import type { ReactNode } from 'react'
import type { OtherClientView } from '../../../contract/other-client.ts'
import { useExpectOtherClient } from '../../orders/index.ts'
import { Banner } from '../../ui/index.ts'
import styles from './open-orders.module.css'

/** @param view undefined before it has come. */
export function OtherClient({ view }: { view: OtherClientView | undefined }): ReactNode {
  const { button, failure } = useExpectOtherClient(view?.isExpected ?? false)
  if (view === undefined || view.orders.length === 0) return null
  const { orders, isExpected } = view
  const which = orders.length === 1 ? '1 order is' : `${orders.length} orders are`
  return (
    <div className={styles.failure}>
      <Banner tone={isExpected ? 'info' : 'warning'} title={`${which} not from this terminal.`} action={button}>
        {isExpected
          ? 'Another client trades for this wallet with your knowledge. Its orders count in every limit.'
          : 'Another client trades for this wallet, or a key of it has leaked. They count in every limit. If you do not know the client, cancel the orders and forget the agent key.'}
        {failure !== null && ` ${failure}`}
      </Banner>
    </div>
  )
}
