class BooksPage extends StatefulWidget {
  const BooksPage({super.key});

  @override
  State<BooksPage> createState() => _BooksPageState();
}

class _BooksPageState extends State<BooksPage> {
  static const playUrl = 'https://livros.example.com';
  late final WebViewController controller;

  @override
  void initState() {
    super.initState();
    controller = WebViewController.fromPlatformCreationParams(_mediaParams())
      ..setJavaScriptMode(JavaScriptMode.unrestricted)
      ..addJavaScriptChannel('WebViewBridge', onMessageReceived: (message) => onEvent(jsonDecode(message.message)))
      ..setNavigationDelegate(NavigationDelegate(onNavigationRequest: (request) {
        if (!request.isMainFrame || request.url.startsWith('$playUrl/')) return NavigationDecision.navigate;
        launchUrl(Uri.parse(request.url), mode: LaunchMode.externalApplication);
        return NavigationDecision.prevent;
      }));
    final platform = controller.platform;
    if (platform is AndroidWebViewController) platform.setMediaPlaybackRequiresUserGesture(false);
    openBooks();
  }

  PlatformWebViewControllerCreationParams _mediaParams() {
    if (WebViewPlatform.instance is! WebKitWebViewPlatform) return const PlatformWebViewControllerCreationParams();
    return WebKitWebViewControllerCreationParams(
      allowsInlineMediaPlayback: true,
      mediaTypesRequiringUserAction: const {},
    );
  }

  Future<void> openBooks() async {
    // O seu backend; a credencial nunca está aqui. Sem link é null: falta rede, ou veio 403 USER_REVOKED.
    final address = await backend.createBooksSession();
    if (!mounted) return;
    if (address == null) return showUnavailable();
    await controller.loadRequest(Uri.parse('$address&embed=1&closable=1'));
  }

  // Uma vez a cada 30 segundos: um link que nunca abre, como um que veio de um cache, seria pedido sem fim.
  DateTime? recoveredAt;
  void recover() {
    final now = DateTime.now();
    if (recoveredAt != null && now.difference(recoveredAt!) < const Duration(seconds: 30)) return showUnavailable();
    recoveredAt = now;
    openBooks();
  }

  void onEvent(Map<String, dynamic> event) {
    switch (event['type']) {
      case 'service:ready':
        hideLoading();
      case 'service:session-expired':
        recover();
      case 'service:close':
        Navigator.of(context).pop();
      case 'service:open-external':
        launchUrl(Uri.parse(event['url']), mode: LaunchMode.externalApplication);
      case 'service:share':
        SharePlus.instance.share(ShareParams(text: event['text']));
      case 'service:media':
        showControls(event['media']); // por exemplo com audio_service; null tira os controles
    }
  }

  // Chamado pelos controles. O iOS pede "audio" em UIBackgroundModes; o Android, o serviço em primeiro plano do audio_service.
  void command(String action) =>
      controller.runJavaScript("window.postMessage({ type: 'host:media', action: '$action' })");

  @override
  void dispose() {
    // A WebView pode continuar viva depois da tela, e o som com ela.
    command('pause');
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => WebViewWidget(controller: controller);
}
