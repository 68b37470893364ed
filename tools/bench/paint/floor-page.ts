/**
 * The baseline: a page that reads the same feed directly from the socket and writes the newest book into plain elements once per frame, nothing more.
 * No terminal can paint the same rows for less without doing less.
 */
export const floorPage = (asset: string): string => `<!doctype html><meta charset="utf-8"><title>floor</title>
<style>
body{margin:0;background:#11151a;color:#ddd;font:12px sans-serif;font-variant-numeric:tabular-nums}
.row{display:grid;grid-template-columns:80px 90px 90px;height:20px;text-align:right;position:relative;width:260px}
.bar{position:absolute;right:0;top:0;bottom:0;width:260px;transform-origin:right;background:#243;z-index:-1}
</style><div id="book"></div><script>
const root = document.getElementById('book'), rows = []
for (let i = 0; i < 40; i++) {
  const row = document.createElement('div'); row.className = 'row'; row.id = 'row-' + i
  const cells = [0, 1, 2].map(() => row.appendChild(document.createElement('span')).appendChild(document.createTextNode('')))
  const bar = row.appendChild(document.createElement('div')); bar.className = 'bar'
  rows.push({ cells, bar }); root.appendChild(row)
}
let newest = null
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/v1/ws')
socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', channels: ['book'], coins: ['${asset}'] }))
socket.onmessage = (event) => { const m = JSON.parse(event.data); if (m.channel === 'book') newest = m.data }
requestAnimationFrame(function paint() {
  requestAnimationFrame(paint)
  if (newest === null) return
  const book = newest; newest = null
  for (let side = 0; side < 2; side++) {
    let total = 0
    book.levels[side].forEach((level, i) => {
      total += Number(level.sz)
      const row = rows[side === 0 ? 20 + i : 19 - i]
      row.cells[0].data = level.px; row.cells[1].data = level.sz; row.cells[2].data = total.toFixed(4)
      row.bar.style.transform = 'scaleX(' + Math.min(1, total / 4000) + ')'
    })
  }
})
</script>`
