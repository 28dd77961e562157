import { defineConfig, type LaunchOptions, type ReporterDescription } from '@playwright/test'
import { HEADLESS_SHELL } from '../scripts/install-browser.ts'

const launchOptions: LaunchOptions = {
  executablePath: HEADLESS_SHELL,
  // Without a locale the browser cannot open files with non-ASCII names.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-smooth-scrolling',
    // Compositor and network in the browser's process: fewer messages between processes.
    '--in-process-gpu',
    '--enable-features=NetworkServiceInProcess2',
    // Separate sites on one machine: `livros.test` and `parceiro.test`.
    '--host-resolver-rules=MAP *.test 127.0.0.1',
  ],
}

const report: ReporterDescription[] = process.env.E2E_REPORT ? [['json', { outputFile: process.env.E2E_REPORT }]] : []

// Flags of the workers, where the service runs, too: most objects die young in a larger semi-space (in MiB).
process.execArgv.push('--min-semi-space-size=32', '--max-semi-space-size=64')
// Playwright reads several stack traces on each call and maps them to other sources. Node runs these files as they are.
Reflect.deleteProperty(Error, 'prepareStackTrace')

/**
 * Runs everything real: the service with its database, the books of `examples/`, a partner's page on another site.
 * After `npm run build`: `npx playwright test --config e2e/playwright.config.ts`, with a file name to run it alone.
 */
export default defineConfig({
  globalSetup: './service/library.ts',
  outputDir: '../test-results',
  reporter: [['list'], ...report],
  workers: 3,
  fullyParallel: true,
  // Far above any test's duration: a busy machine is several times slower.
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  // Node runs the files directly.
  build: { external: ['**/*'] },
  forbidOnly: true,
  use: {
    viewport: { width: 412, height: 840 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 20_000,
    // Tests of animations enable them themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
})
