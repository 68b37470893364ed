/** Attempts of hostile pages, as source text that runs in them with the address of the outside world; each returns what succeeded. */

/** In a page with a hardened session: permissions, the network, a download. */
export const RESTRICTED = `async (outside) => {
  const through = []
  const position = new Promise((answer) =>
    navigator.geolocation.getCurrentPosition(() => answer(0), ({ code }) => answer(code), { timeout: 300 }))
  // 1 is a refusal; any other failure is one of a position that was looked for.
  if ((await position) !== 1) through.push('a position')
  const { state } = await navigator.permissions.query({ name: 'geolocation' })
  if (state === 'granted') through.push('a permission, when it asks for it')
  await fetch(outside + '/fetch').catch(() => undefined)
  const link = Object.assign(document.createElement('a'), { href: '/page.js', download: 'page.js' })
  link.click()
  return through
}`

/** In a page with a hardened window: each with the outside request that shows success, and main's message on refusal. */
export const OF_AN_OPEN_PAGE: readonly (readonly [script: string, what: string, notified: string])[] = [
  ["(outside) => { window.open(outside + '/open'); return [] }", 'open', 'window.open refused'],
  [
    "(outside) => { document.body.append(Object.assign(document.createElement('iframe'), { src: outside + '/frame' })); return [] }",
    'frame',
    'will-frame-navigate',
  ],
  ["(outside) => { location.href = outside + '/navigate'; return [] }", 'navigate', 'will-frame-navigate'],
]

/** In a page restricted only by its policy: what must fail, and what must work. The form comes last, because it navigates away. */
export const OF_THE_POLICY = `async (outside) => {
  const wrong = []
  const must = (what, holds) => holds || wrong.push('policy: the own ' + what + ' does not work')
  const ends = (element) => new Promise((go) => { element.onload = () => go(true); element.onerror = () => go(false) })
  const put = (tag, with_) => {
    const element = Object.assign(document.createElement(tag), with_)
    const end = ends(element)
    document.head.append(element)
    return end
  }
  must('script', window.ran === true)
  must('style', getComputedStyle(document.body).marginTop === '7px')
  must('nonce', getComputedStyle(document.body).marginLeft === '9px')
  must('picture', await put('img', { src: '/picture.svg' }))
  must('picture in the text', await put('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }))
  must('request', await fetch('/page.js').then(({ ok }) => ok, () => false))
  const blocked = new Set()
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.add(effectiveDirective))
  const font = (from) => new FontFace('probe', 'url(' + from + ')').load().catch(() => undefined)
  await font('/page.woff2')
  const refuses = (what, make) => { try { make(); wrong.push('policy: ' + what) } catch {} }
  refuses('HTML of text', () => { document.createElement('div').innerHTML = '<b>x</b>' })
  refuses('a policy that trusts', () => trustedTypes.createPolicy('mine', { createHTML: (text) => text }))
  await Promise.all([
    put('audio', { src: outside + '/media' }),
    Promise.try(() => put('script', { src: outside + '/script' })).catch(() => undefined),
    put('link', { rel: 'stylesheet', href: outside + '/style' }),
    put('img', { src: outside + '/image' }),
    fetch(outside + '/connect').catch(() => undefined),
  ])
  document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { margin-top: 1px }' }))
  if (getComputedStyle(document.body).marginTop === '1px') wrong.push('policy: a style of its own making')
  await new Promise((go) => setTimeout(go))
  try { eval('wrong.push("policy: eval")') } catch {}
  const { headers } = await fetch(location.href)
  if (headers.get('x-content-type-options') !== 'nosniff') wrong.push('policy: types are guessed')
  if (headers.get('cross-origin-opener-policy') !== 'same-origin') wrong.push('policy: openers')
  if (headers.get('referrer-policy') !== 'no-referrer') wrong.push('policy: referrers')
  if (!/html/.test(headers.get('content-type'))) wrong.push('policy: no type')
  const at = document.baseURI
  const based = Object.assign(document.createElement('base'), { href: outside + '/' })
  document.head.append(based)
  if (document.baseURI !== at) wrong.push('policy: base')
  based.remove()
  const form = Object.assign(document.createElement('form'), { action: outside + '/form', method: 'get' })
  document.body.append(form)
  form.submit()
  const until = performance.now() + 1000
  while (!blocked.has('form-action') && performance.now() < until) await new Promise((go) => setTimeout(go, 10))
  if (!blocked.has('form-action')) wrong.push('policy: form-action')
  must('font', !blocked.has('font-src'))
  return wrong
}`

/** In a page with a hardened window: asks an outside STUN server for its address. */
export const WEB_RTC = `async (stun) => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + stun }] })
  connection.createDataChannel('out')
  await connection.setLocalDescription(await connection.createOffer())
  return []
}`
