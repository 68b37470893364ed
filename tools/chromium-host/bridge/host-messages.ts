/** Messages between a page's isolated world and the host, as JSON text. */

/** A physical press of a key, mouse button or finger: no script of the page can create one. */
export type Press =
  | ({ readonly by: 'key' } & KeyPress)
  | { readonly by: 'mouse'; readonly isUp: boolean; readonly button: number; readonly x: number; readonly y: number }
  | { readonly by: 'touch'; readonly isUp: boolean }

/** Fields as in the page's event. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly isAutoRepeat: boolean
  readonly isComposing: boolean
  readonly shift: boolean
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly location: number
}

/** Messages from a page's isolated world to the host. */
export type PageMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'open-window'; readonly url: string }
  | { readonly kind: 'navigation-refused'; readonly url: string }
  | { readonly kind: 'press'; readonly press: Press }
  | { readonly kind: 'window'; readonly what: 'focus' | 'blur' | 'resize' | 'visibility' }
  /** A message on a port of the page. */
  | { readonly kind: 'port'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }

/** Messages from the host to a page's isolated world. */
export type HostMessage =
  /** `ports`: the numbers of the transferred ports. */
  | {
      readonly kind: 'message'
      readonly channel: string
      readonly args: readonly unknown[]
      readonly ports?: readonly number[]
    }
  | { readonly kind: 'port'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'port-closed'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
