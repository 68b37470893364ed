/** The event objects that listeners get. */

import type * as Electron from 'electron'

/** Makes an event with further fields of its own, whose default action a listener can prevent. */
export function hostEvent<Fields extends object>(fields: Fields): Electron.Event<Fields> {
  let prevented = false
  const event = {
    ...fields,
    preventDefault() {
      prevented = true
    },
  }
  return Object.defineProperty(event, 'defaultPrevented', { get: () => prevented }) as Electron.Event<Fields>
}
