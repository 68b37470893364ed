/** Failures for the model venue to give. */
import { type Delivery, ServiceError, type ServiceErrorKind } from '../../service/index.ts'

/** A failure to give instead of an answer. */
export const failure = (
  delivery: Delivery,
  code: string,
  message: string,
  more: { status?: number; kind?: ServiceErrorKind; field?: string } = {},
): ServiceError =>
  new ServiceError({
    kind: more.kind ?? (delivery === 'answered' ? 'problem' : 'network'),
    route: 'POST /v1/orders/submit',
    delivery,
    code,
    message,
    status: more.status ?? (delivery === 'answered' ? 409 : null),
    field: more.field ?? null,
  })
