/** Serves the renderer's files at `app://ui/`: GET only, our host only, nothing outside the folder, under a strict policy. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, resolve } from 'node:path'
import { isOwnUrl } from '../ipc/index.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The policy of every page; `nonce` is for the style elements of the component library. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** The file below `root` that a URL names, or null when it names none of ours. */
function fileOf(url: string, root: string): string | null {
  if (!isOwnUrl(url)) return null
  let path: string
  try {
    path = decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  const file = resolve(root, join('.', path === '/' ? 'index.html' : path))
  const inside = relative(root, file)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : file
}

/** Answers the requests of the `app:` scheme from the built renderer. */
export function createAppProtocol(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return new Response('only GET', { status: 405 })
    const file = fileOf(request.url, root)
    const type = file === null ? undefined : TYPES[extname(file)]
    if (file === null || type === undefined) return new Response('not found', { status: 404 })
    let body: Buffer
    try {
      body = await readFile(file)
    } catch {
      return new Response('not found', { status: 404 })
    }
    const nonce = randomBytes(16).toString('base64')
    const content = extname(file) === '.html' ? body.toString('utf8').replaceAll('__CSP_NONCE__', nonce) : body
    return new Response(content as BodyInit, {
      headers: {
        'content-type': type,
        'content-security-policy': contentSecurityPolicy(nonce),
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
    })
  }
}
