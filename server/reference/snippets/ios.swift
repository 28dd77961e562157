final class BooksViewController: UIViewController, WKScriptMessageHandler, WKNavigationDelegate {
    private let playURL = URL(string: "https://livros.example.com")!
    private var webView: WKWebView!

    override func viewDidLoad() {
        super.viewDidLoad()
        // Com "audio" em UIBackgroundModes, o livro continua com a tela bloqueada; lá, a própria página mostra os controles.
        try? AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.userContentController.add(Bridge(to: self), name: "WebViewBridge")
        configuration.userContentController.addUserScript(WKUserScript(
            source: """
            window.WebViewBridge = {
              postMessage: (message) => window.webkit.messageHandlers.WebViewBridge.postMessage(message)
            }
            """,
            injectionTime: .atDocumentStart,
            forMainFrameOnly: true
        ))
        webView = WKWebView(frame: view.bounds, configuration: configuration)
        webView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        webView.navigationDelegate = self
        // Um toque longo seleciona palavras; a prévia de um link o tomaria para si.
        webView.allowsLinkPreview = false
        view.addSubview(webView)
        openBooks()
    }

    private func openBooks() {
        Task { @MainActor in
            // O seu backend; a credencial nunca está aqui. Sem link é nil: falta rede, ou veio 403 USER_REVOKED.
            guard let launchUrl = await backend.createBooksSession() else { return showUnavailable() }
            var address = URLComponents(string: launchUrl)!
            // percentEncodedQuery mantém o que já está no endereço exatamente como veio.
            address.percentEncodedQuery = (address.percentEncodedQuery ?? "") + "&embed=1&closable=1"
            webView.load(URLRequest(url: address.url!))
        }
    }

    // Uma vez a cada 30 segundos: um link que nunca abre, como um que veio de um cache, seria pedido sem fim.
    private var recoveredAt = Date.distantPast
    private func recover() {
        guard Date().timeIntervalSince(recoveredAt) >= 30 else { return showUnavailable() }
        recoveredAt = Date()
        openBooks()
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let body = message.body as? String,
              let event = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] else { return }
        switch event["type"] as? String {
        case "service:ready": hideLoading()
        case "service:session-expired": recover()
        case "service:close": dismiss(animated: true)
        case "service:open-external":
            if let text = event["url"] as? String, let url = URL(string: text) { UIApplication.shared.open(url) }
        default: break
        }
    }

    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        guard let url = action.request.url, action.targetFrame?.isMainFrame ?? true else { return .allow }
        if url.scheme == playURL.scheme, url.host == playURL.host, url.port == playURL.port { return .allow }
        await UIApplication.shared.open(url)
        return .cancel
    }
}

/** A configuração retém quem recebe as mensagens: se fosse o próprio controlador, nem ele nem o som terminariam. */
private final class Bridge: NSObject, WKScriptMessageHandler {
    private weak var host: WKScriptMessageHandler?

    init(to host: WKScriptMessageHandler) {
        self.host = host
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        host?.userContentController(controller, didReceive: message)
    }
}
