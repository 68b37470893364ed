/** A text as much of which stands as there is room for: its middle gives way, so that what it begins and ends with is told. Pure. */
export function fittedText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text
  const letters = [...text]
  for (let kept = letters.length - 1; kept > 0; kept -= 1) {
    const ahead = Math.ceil(kept / 2)
    const tail = kept === ahead ? '' : letters.slice(ahead - kept).join('')
    const shorter = `${letters.slice(0, ahead).join('').trimEnd()}…${tail.trimStart()}`
    if (widthOf(shorter) <= room) return shorter
  }
  return '…'
}
