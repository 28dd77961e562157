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
    // Your backend, never the credential. Null without a link: no network, or 403 USER_REVOKED.
    final address = await backend.createBooksSession();
    if (!mounted) return;
    if (address == null) return showUnavailable();
    await controller.loadRequest(Uri.parse('$address&embed=1&closable=1'));
  }

  // Once in 30 seconds: a link that never works, as one from a cache, would be asked for without end.
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
        showControls(event['media']); // with audio_service, for one: null takes them away
    }
  }

  // Called by the controls. iOS needs "audio" in UIBackgroundModes; Android, the foreground service of audio_service.
  void command(String action) =>
      controller.runJavaScript("window.postMessage({ type: 'host:media', action: '$action' })");

  @override
  void dispose() {
    // The web view may outlive its page, and its sound with it.
    command('pause');
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => WebViewWidget(controller: controller);
}
