/** Checks the host's parts against Electron's own types, and exposes them with those types. */
import type { EventEmitter } from 'node:events'

/** Each overload of a function as a separate function type; these are compared strictly, unlike methods. */
export type Overloads<F, Seen = unknown, Found = never> = Seen & F extends (...args: infer A) => infer R
  ? Seen extends F
    ? Found
    : Overloads<F, Pick<F, keyof F> & Seen & ((...args: A) => R), Found | ((...args: A) => R)>
  : never

type ArgumentsOf<Listener> = Listener extends (...args: infer A) => unknown ? A : never

type NameOf<On> = On extends (event: infer Name extends string, listener: never) => unknown ? Name : never

type ListenerOf<On> = On extends (event: never, listener: infer Listener) => unknown ? Listener : never

/** All events of one of Electron's emitters, by name, with their listener arguments: derived from the overloads of `on`. */
export type AllEvents<Emitter extends { on: unknown }> = {
  [On in Overloads<Emitter['on']> as NameOf<On>]: ArgumentsOf<ListenerOf<On>>
}

/** Some events of one of Electron's emitters. A name that is not Electron's does not compile. */
export type EventsOf<Emitter extends { on: unknown }, Names extends keyof AllEvents<Emitter>> = Pick<
  AllEvents<Emitter>,
  Names
>

/** Overloads of Electron's function that the host's does not accept. */
type Unserved<Ours, Overload> = Overload extends unknown ? (Ours extends Overload ? never : Overload) : never

type Fits<Ours, Real> = [Real] extends [(...args: never) => unknown]
  ? [Unserved<Ours, Overloads<Real>>] extends [never]
    ? true
    : false
  : [Ours] extends [Real]
    ? true
    : false

/** Members of every Node emitter and its class: the events themselves are checked by `EventsOf`. */
type OfEveryEmitter = keyof EventEmitter | keyof typeof EventEmitter | 'prototype'

/** Names of common members whose types differ. `never` when all fit. */
export type Misfits<Host, Real> = {
  [K in Exclude<keyof Host & keyof Real, OfEveryEmitter>]: Fits<Host[K], Real[K]> extends true ? never : K
}[Exclude<keyof Host & keyof Real, OfEveryEmitter>]

/** Names of the host's own members: main never sees them, because it uses Electron's types. */
export type OwnMembers<Host, Real> = Exclude<keyof Host, keyof Real | OfEveryEmitter>

/**
 * The only conversion from the host's objects to Electron's types. It compiles only for a part of which every member fits Electron's; missing members
 * exist only for the compiler and throw by name when used (`missing.ts`): hence the cast.
 */
export const asElectron =
  <Real>() =>
  <Host>(
    part: [Misfits<Host, Real>] extends [never] ? Host : { readonly 'does not fit Electron': Misfits<Host, Real> },
  ): Real =>
    part as unknown as Real
