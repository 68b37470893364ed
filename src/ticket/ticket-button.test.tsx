import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MisclickGuard } from '../trade-forms/index.ts'
import { TicketButton } from './use-ticket-sender.tsx'

const button = (isOff: boolean): string =>
  renderToStaticMarkup(
    <MisclickGuard isOff={isOff}>
      <TicketButton side="buy" name="Buy" what="100" disabled={false} onPress={() => undefined} />
    </MisclickGuard>,
  )

it('a sending button ignores clicks while its ticket rolls over to another market', () => {
  expect(button(false)).not.toContain('disabled')
  expect(button(true)).toContain('disabled=""')
})
