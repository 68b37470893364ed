/** Frames the page with the policy, which reports if it runs. */
window.framed = async () => {
  const through = []
  addEventListener('message', () => through.push('policy: a frame around it'))
  const frame = Object.assign(document.createElement('iframe'), { src: '/page.html' })
  const loaded = new Promise((go) => {
    frame.onload = go
  })
  document.body.append(frame)
  await loaded
  await new Promise((go) => setTimeout(go, 50))
  return through
}
