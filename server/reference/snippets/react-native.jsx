import { useCallback, useEffect, useRef, useState } from 'react'
import { Linking, Share } from 'react-native'
import { WebView } from 'react-native-webview'

const PLAY_URL = 'https://livros.example.com'

// React Native injects `ReactNativeWebView`; the service speaks to `WebViewBridge`.
const BRIDGE = `window.WebViewBridge = { postMessage: (message) => window.ReactNativeWebView.postMessage(message) }; true`

/**
 * Sound with the screen locked. iOS: "audio" in UIBackgroundModes. Android: a foreground service, and a view that is not told when
 * its window is hidden while it plays, both as in the Kotlin sample; react-native-webview has no setting for the second.
 */
export function BooksScreen({ onClose, onReady }) {
  const [address, setAddress] = useState()

  const openBooks = useCallback(async () => {
    // Your backend, never the credential. Null without a link: no network, or 403 USER_REVOKED.
    const launchUrl = await backend.createBooksSession()
    setAddress(launchUrl && `${launchUrl}&embed=1&closable=1`)
  }, [])
  useEffect(() => {
    openBooks()
  }, [openBooks])

  // Once in 30 seconds: a link that never works, as one from a cache, would be asked for without end.
  const recoveredAt = useRef(-Infinity)
  function recover() {
    if (Date.now() - recoveredAt.current < 30_000) return setAddress(null)
    recoveredAt.current = Date.now()
    openBooks()
  }

  function onMessage({ nativeEvent }) {
    const event = JSON.parse(nativeEvent.data)
    if (event.type === 'service:ready') onReady()
    if (event.type === 'service:session-expired') recover()
    if (event.type === 'service:close') onClose()
    if (event.type === 'service:open-external') Linking.openURL(event.url)
    if (event.type === 'service:share') Share.share({ message: event.text })
    // Android alone. The controls answer with injectJavaScript(`window.postMessage({ type: 'host:media', action: 'pause' }); true`)
    if (event.type === 'service:media') showControls(event.media)
  }

  function onShouldStartLoadWithRequest({ url, isTopFrame = true }) {
    if (!isTopFrame || url === PLAY_URL || url.startsWith(`${PLAY_URL}/`)) return true
    Linking.openURL(url)
    return false
  }

  if (address === null) return <Unavailable onClose={onClose} />
  if (!address) return null
  return (
    <WebView
      source={{ uri: address }}
      javaScriptEnabled
      domStorageEnabled
      mediaPlaybackRequiresUserAction={false}
      allowsInlineMediaPlayback
      injectedJavaScriptBeforeContentLoaded={BRIDGE}
      onMessage={onMessage}
      onShouldStartLoadWithRequest={onShouldStartLoadWithRequest}
    />
  )
}
