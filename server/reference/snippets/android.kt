class BooksActivity : AppCompatActivity() {
    private val playUrl = Uri.parse("https://livros.example.com")
    private lateinit var webView: BooksView
    private var onFile: ValueCallback<Array<Uri>>? = null
    private val pickFile = registerForActivityResult(ActivityResultContracts.GetContent()) { file ->
        // Quem desiste também responde, com null: sem resposta, a página não poderia pedir outro arquivo.
        onFile?.onReceiveValue(file?.let { arrayOf(it) })
        onFile = null
    }

    @SuppressLint("SetJavaScriptEnabled")
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        webView = BooksView(this)
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
        webView.webChromeClient = object : WebChromeClient() {
            // O membro importa anotações. Qualquer tipo: o Android não conhece o dos arquivos de anotações.
            override fun onShowFileChooser(view: WebView, callback: ValueCallback<Array<Uri>>, params: FileChooserParams): Boolean {
                onFile = callback
                pickFile.launch("*/*")
                return true
            }
        }
        openBooks()
    }

    private fun openBooks() = lifecycleScope.launch {
        // O seu backend; a credencial nunca está aqui. Sem link é null: falta rede, ou veio 403 USER_REVOKED.
        val launchUrl = backend.createBooksSession() ?: return@launch showUnavailable()
        val address = Uri.parse(launchUrl).buildUpon()
            .appendQueryParameter("embed", "1")
            .appendQueryParameter("closable", "1")
            .build()
        webView.loadUrl(address.toString())
    }

    // Uma vez a cada 30 segundos: um link que nunca abre, como um que veio de um cache, seria pedido sem fim.
    private var recoveredAt = -30_000L
    private fun recover() {
        if (SystemClock.elapsedRealtime() - recoveredAt < 30_000) return showUnavailable()
        recoveredAt = SystemClock.elapsedRealtime()
        openBooks()
    }

    private fun openOutside(url: Uri) = startActivity(Intent(Intent.ACTION_VIEW, url))

    // Se nenhum aplicativo recebe o texto, o próprio seletor o diz.
    private fun handOver(intent: Intent, text: String) =
        startActivity(Intent.createChooser(intent.putExtra(Intent.EXTRA_TEXT, text), null))

    private inner class Bridge {
        @JavascriptInterface
        fun postMessage(message: String) = runOnUiThread {
            val event = JSONObject(message)
            when (event.getString("type")) {
                "service:ready" -> hideLoading()
                "service:session-expired" -> recover()
                "service:close" -> finish()
                "service:open-external" -> openOutside(Uri.parse(event.getString("url")))
                "service:define" -> handOver(Intent(Intent.ACTION_DEFINE), event.getString("word"))
                "service:translate" -> handOver(Intent(Intent.ACTION_TRANSLATE), event.getString("text"))
                "service:share" -> handOver(Intent(Intent.ACTION_SEND).setType("text/plain"), event.getString("text"))
                "service:media" -> {
                    val media = event.optJSONObject("media")
                    BooksSound.show(this@BooksActivity, media)
                    webView.isPlaying = media?.getBoolean("playing") == true
                }
            }
        }
    }

    // O som continua com a tela bloqueada, desde que ninguém chame webView.onPause() nem pauseTimers().
    override fun onStart() {
        super.onStart()
        BooksSound.onCommand = { command ->
            if (command["action"] == "play") webView.isPlaying = true
            webView.evaluateJavascript("window.postMessage(${JSONObject(command).put("type", "host:media")})", null)
        }
    }

    override fun onDestroy() {
        BooksSound.show(this, null)
        webView.destroy()
        super.onDestroy()
    }
}

/**
 * Uma página cuja janela saiu da tela pode ser pausada, e o som com ela: enquanto um livro toca, esta não fica sabendo. No resto
 * do tempo precisa saber: uma página oculta não conta leitura, e a que volta pergunta pelo lugar mais recente.
 */
private class BooksView(context: Context) : WebView(context) {
    var isPlaying = false
        set(playing) {
            field = playing
            onWindowVisibilityChanged(windowVisibility)
        }

    override fun onWindowVisibilityChanged(visibility: Int) =
        super.onWindowVisibilityChanged(if (isPlaying) View.VISIBLE else visibility)
}

/**
 * Mantém o aplicativo vivo enquanto um livro toca, e mostra os controles. No manifesto: android:foregroundServiceType="mediaPlayback"
 * e as permissões FOREGROUND_SERVICE, FOREGROUND_SERVICE_MEDIA_PLAYBACK, WAKE_LOCK e POST_NOTIFICATIONS.
 */
class BooksSound : Service() {
    companion object {
        var onCommand: (Map<String, Any>) -> Unit = {}
        private var media: JSONObject? = null

        fun show(context: Context, now: JSONObject?) {
            media = now
            val service = Intent(context, BooksSound::class.java)
            if (now == null) context.stopService(service) else ContextCompat.startForegroundService(context, service)
        }
    }

    private lateinit var session: MediaSessionCompat
    private lateinit var awake: PowerManager.WakeLock

    override fun onCreate() {
        super.onCreate()
        // Sem o canal, startForeground encerra o aplicativo.
        NotificationManagerCompat.from(this).createNotificationChannel(
            NotificationChannelCompat.Builder("books", NotificationManagerCompat.IMPORTANCE_LOW).setName("Livros").build())
        awake = getSystemService(PowerManager::class.java).newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "books:sound")
        session = MediaSessionCompat(this, "books").apply {
            setCallback(object : MediaSessionCompat.Callback() {
                override fun onPlay() = onCommand(mapOf("action" to "play"))
                override fun onPause() = onCommand(mapOf("action" to "pause"))
                override fun onSkipToNext() = onCommand(mapOf("action" to "next"))
                override fun onSkipToPrevious() = onCommand(mapOf("action" to "previous"))
                override fun onSeekTo(ms: Long) = onCommand(mapOf("action" to "seek", "position" to ms / 1000.0))
            })
            isActive = true
        }
    }

    override fun onStartCommand(intent: Intent?, flags: Int, startId: Int): Int {
        MediaButtonReceiver.handleIntent(session, intent)
        val now = media ?: return START_NOT_STICKY.also { stopSelf() }
        val playing = now.getBoolean("playing")
        val rate = now.getDouble("rate").toFloat()
        val state = when {
            !playing -> PlaybackStateCompat.STATE_PAUSED
            rate == 0f -> PlaybackStateCompat.STATE_BUFFERING
            else -> PlaybackStateCompat.STATE_PLAYING
        }
        session.setMetadata(MediaMetadataCompat.Builder()
            .putString(MediaMetadataCompat.METADATA_KEY_TITLE, now.getString("chapter"))
            .putString(MediaMetadataCompat.METADATA_KEY_ALBUM, now.getString("title"))
            .putString(MediaMetadataCompat.METADATA_KEY_ARTIST, now.getString("author"))
            .putString(MediaMetadataCompat.METADATA_KEY_ART_URI, now.getString("artwork"))
            .putLong(MediaMetadataCompat.METADATA_KEY_DURATION, (now.getDouble("duration") * 1000).toLong())
            .build())
        session.setPlaybackState(PlaybackStateCompat.Builder()
            .setActions(PlaybackStateCompat.ACTION_PLAY or PlaybackStateCompat.ACTION_PAUSE or
                PlaybackStateCompat.ACTION_SEEK_TO or PlaybackStateCompat.ACTION_SKIP_TO_NEXT or
                PlaybackStateCompat.ACTION_SKIP_TO_PREVIOUS)
            .setState(state, (now.getDouble("position") * 1000).toLong(), rate)
            .build())
        if (playing && !awake.isHeld) awake.acquire() else if (!playing && awake.isHeld) awake.release()
        startForeground(1, NotificationCompat.Builder(this, "books")
            .setSmallIcon(R.drawable.books)
            .setContentTitle(now.getString("title"))
            .setContentText(now.getString("chapter"))
            .setStyle(androidx.media.app.NotificationCompat.MediaStyle().setMediaSession(session.sessionToken))
            .build())
        return START_NOT_STICKY
    }

    override fun onDestroy() {
        if (awake.isHeld) awake.release()
        session.release()
        super.onDestroy()
    }

    override fun onBind(intent: Intent?): IBinder? = null
}
