/** Failures for the model venue to return. */
import { safeText } from '../../../contract/safe-text.ts'
import { ServiceError } from '../../service/index.ts'

/** A failure to return instead of an answer. */
export const failure = (
  kind: ServiceError['kind'],
  code: string,
  message: string,
  more: { status?: number; field?: string; isProblem?: boolean } = {},
): ServiceError =>
  new ServiceError({
    kind,
    route: 'POST /v1/orders/submit',
    code,
    message: safeText(message),
    status: more.status ?? (kind === 'problem' ? 409 : null),
    field: more.field ?? null,
    isProblem: more.isProblem ?? kind === 'problem',
  })
