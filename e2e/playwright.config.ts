import { defineConfig, type LaunchOptions, type ReporterDescription } from '@playwright/test'
import { CHROMIUM, HEADLESS_SHELL } from '../scripts/install-browser.ts'

/** Here the browser keeps nothing for a frame of another site, as Chromium does and its headless shell does not. */
const FRAMES_KEEP_NOTHING = 'storage.spec.ts'

const launchOptions: LaunchOptions = {
  executablePath: CHROMIUM,
  // Without a language the browser cannot open a file whose name is not English.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Hosts of their own on one machine: `livros.test` and `parceiro.test` are two sites to the browser.
    '--host-resolver-rules=MAP *.test 127.0.0.1',
  ],
}

const report: ReporterDescription[] = process.env.E2E_REPORT ? [['json', { outputFile: process.env.E2E_REPORT }]] : []

/**
 * Everything real: the service over its own database, books of `examples/`, a partner's page on another site. After
 * `npm run build`: `npx playwright test --config e2e/playwright.config.ts`, with the name of a file to run it alone.
 */
export default defineConfig({
  globalSetup: './service/library.ts',
  outputDir: '../test-results',
  reporter: [['list'], ...report],
  workers: 2,
  fullyParallel: true,
  // Far from what any takes: a busy machine is several times slower.
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  // Node runs the files as they are.
  build: { external: ['**/*'] },
  forbidOnly: true,
  use: {
    viewport: { width: 412, height: 840 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // What moves is asked for where it is looked at.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
  projects: [
    {
      name: 'shell',
      testIgnore: FRAMES_KEEP_NOTHING,
      use: { launchOptions: { ...launchOptions, executablePath: HEADLESS_SHELL } },
    },
    { name: 'chromium', testMatch: FRAMES_KEEP_NOTHING },
  ],
})
