import { useCallback, useEffect, useRef, useState } from 'react'
import { Linking, Share } from 'react-native'
import { WebView } from 'react-native-webview'

const PLAY_URL = 'https://livros.example.com'

// O React Native injeta `ReactNativeWebView`; o serviço fala com `WebViewBridge`.
const BRIDGE = `window.WebViewBridge = { postMessage: (message) => window.ReactNativeWebView.postMessage(message) }; true`

/**
 * Som com a tela bloqueada. iOS: "audio" em UIBackgroundModes. Android: um serviço em primeiro plano, e uma WebView que não fica
 * sabendo, enquanto toca, que sua janela saiu da tela, como no exemplo em Kotlin; react-native-webview não tem opção para isso.
 */
export function BooksScreen({ onClose, onReady }) {
  const [address, setAddress] = useState()

  const openBooks = useCallback(async () => {
    // O seu backend; a credencial nunca está aqui. Sem link é null: falta rede, ou veio 403 USER_REVOKED.
    const launchUrl = await backend.createBooksSession()
    setAddress(launchUrl && `${launchUrl}&embed=1&closable=1`)
  }, [])
  useEffect(() => {
    openBooks()
  }, [openBooks])

  // Uma vez a cada 30 segundos: um link que nunca abre, como um que veio de um cache, seria pedido sem fim.
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
    // Só no Android. Os controles respondem com injectJavaScript(`window.postMessage({ type: 'host:media', action: 'pause' }); true`)
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
