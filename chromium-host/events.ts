/** The event objects that listeners get. */

/** An event whose default action a listener can prevent. */
export interface HostEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** Makes an event with further fields of its own. */
export function hostEvent<Fields extends object>(fields: Fields): HostEvent & Fields {
  let prevented = false
  const event = {
    ...fields,
    preventDefault() {
      prevented = true
    },
  }
  return Object.defineProperty(event, 'defaultPrevented', { get: () => prevented }) as HostEvent & Fields
}
