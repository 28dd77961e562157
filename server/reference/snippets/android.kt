class BooksActivity : AppCompatActivity() {
    private val playUrl = Uri.parse("https://livros.example.com")
    private lateinit var webView: WebView

    @SuppressLint("SetJavaScriptEnabled")
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        webView = WebView(this)
        setContentView(webView)
        webView.settings.apply {
            javaScriptEnabled = true
            domStorageEnabled = true
            mediaPlaybackRequiresUserGesture = false
        }
        webView.addJavascriptInterface(Bridge(), "WebViewBridge")
        webView.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
                val isOurs = request.url.scheme == playUrl.scheme && request.url.authority == playUrl.authority
                if (!isOurs && request.isForMainFrame) openOutside(request.url)
                return !isOurs && request.isForMainFrame
            }
        }
        openBooks()
    }

    private fun openBooks() = lifecycleScope.launch {
        val launchUrl = backend.createBooksSession() // your backend, never the credential
        val address = Uri.parse(launchUrl).buildUpon()
            .appendQueryParameter("embed", "1")
            .appendQueryParameter("closable", "1")
            .build()
        webView.loadUrl(address.toString())
    }

    private fun openOutside(url: Uri) = startActivity(Intent(Intent.ACTION_VIEW, url))

    private inner class Bridge {
        @JavascriptInterface
        fun postMessage(message: String) = runOnUiThread {
            val event = JSONObject(message)
            when (event.getString("type")) {
                "service:ready" -> hideLoading()
                "service:session-expired" -> openBooks()
                "service:close" -> finish()
                "service:open-external" -> openOutside(Uri.parse(event.getString("url")))
            }
        }
    }
}
