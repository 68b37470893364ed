window.ran = true
if (parent !== window) parent.postMessage('in a frame', '*')
