/** Addresses of places outside: what is taken as one, how it is kept in the keychain, and how a request to it is made. Pure. */
import { z } from 'zod'
import type { OutwardInput, OutwardKind } from '../../contract/outward.ts'
import { CallError } from '../errors/index.ts'

/** Where messages of a kind go. All of it but `host` is secret. */
export interface OutwardAddress {
  /** With its port where that is not the usual one. */
  readonly host: string
  /** What is asked: of ntfy the server's own address. */
  readonly url: string
  /** Of ntfy alone, as `token` is: null where there is none. */
  readonly topic: string | null
  readonly token: string | null
}

/** As ntfy takes them. */
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
/** What may stand in a header. */
const TOKEN = /^[\x21-\x7e]{1,500}$/

/** @throws CallError in words that name the field; nothing of what was typed stands in them. */
export function readAddress(input: OutwardInput): OutwardAddress {
  if (input.kind !== 'ntfy') {
    const url = urlIn(input.address, 'address')
    return { host: url.host, url: url.href, topic: null, token: null }
  }
  const url = urlIn(input.server, 'server')
  if (url.search !== '') throw bad('The address of the ntfy server has a query, and needs none.', 'server')
  const topic = input.topic.trim()
  if (!TOPIC.test(topic))
    throw bad('A topic of ntfy has 1 to 64 letters, digits, underscores and dashes, and nothing else.', 'topic')
  const token = input.token.trim()
  if (token !== '' && !TOKEN.test(token)) throw bad('The access token has characters that no token has.', 'token')
  return { host: url.host, url: url.href, topic, token: token === '' ? null : token }
}

function urlIn(text: string, field: string): URL {
  const typed = text.trim()
  if (typed === '') throw bad('Type the address first.', field)
  if (/\s/.test(typed) || !URL.canParse(typed))
    throw bad('This is no address. One begins with https:// and a host.', field)
  const url = new URL(typed)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
    throw bad('The address must begin with https://, so that nobody on the way can read it or what is sent.', field)
  if (url.username !== '' || url.password !== '')
    throw bad(
      'A name and a password before the host are not sent. Use an address that has its secret in the path.',
      field,
    )
  if (url.hash !== '') throw bad('Leave out what follows the #: it is not sent.', field)
  return url
}

/** Whether it is this machine itself, from which nothing goes out. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

const bad = (message: string, field: string): CallError => new CallError('bad_input', message, field)

const kept = z.strictObject({ url: z.string(), topic: z.string().nullable(), token: z.string().nullable() })

/** The text that the keychain holds. */
export const keptText = ({ url, topic, token }: OutwardAddress): string => JSON.stringify({ url, topic, token })

/** Reads what the keychain holds; null where that is no address of the kind, as one that must not be used. */
export function readKept(kind: OutwardKind, text: string): OutwardAddress | null {
  try {
    const { url, topic, token } = kept.parse(JSON.parse(text))
    return kind === 'ntfy'
      ? readAddress({ kind, server: url, topic: topic ?? '', token: token ?? '' })
      : readAddress({ kind, address: url })
  } catch {
    return null
  }
}

/** Each part that would lead there by itself: what a log must never show. */
export const secretParts = ({ url, topic, token }: OutwardAddress): readonly string[] => {
  const { pathname, search } = new URL(url)
  return [url, `${pathname}${search}`, pathname, search, topic ?? '', token ?? ''].filter((part) => part.length > 1)
}
