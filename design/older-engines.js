// biome-ignore-all lint: runs in engines older than the baseline, which support only old JavaScript.
;(function () {
  var css = window.CSS
  // The minimum of contract/baseline.ts, alike in Chrome, iOS and Firefox.
  if (css && css.supports && css.supports('height', '1dvh') && 'inert' in document.documentElement) return
  var events = [{ type: 'service:ready' }, { type: 'service:unsupported' }]
  var waitedMs = 0

  // Tells the application not to start.
  document.documentElement.setAttribute('data-unsupported', '')
  document.addEventListener('DOMContentLoaded', say)

  function say() {
    var sentence = document.createElement('p')
    var style = sentence.style
    sentence.setAttribute('role', 'alert')
    sentence.appendChild(document.createTextNode(__SENTENCE__))
    style.maxWidth = '26em'
    style.margin = '0 auto'
    style.padding = '3em 1.5em'
    style.font = '18px/1.5 sans-serif'
    style.color = '#18211c'
    style.background = '#f6f7f4'
    document.body.style.background = '#f6f7f4'
    document.body.appendChild(sentence)
    if (/[?&]embed=1(&|$)/.test(location.search) && window.parent !== window) {
      for (var index = 0; index < events.length; index++) window.parent.postMessage(events[index], '*')
    } else {
      tellApp()
    }
  }

  // Some native hosts inject their bridge only after the page has started.
  function tellApp() {
    var bridge = window.WebViewBridge
    if (bridge && bridge.postMessage) {
      for (var index = 0; index < events.length; index++) bridge.postMessage(JSON.stringify(events[index]))
    } else if (waitedMs < 10000) {
      waitedMs += 50
      setTimeout(tellApp, 50)
    }
  }
})()
