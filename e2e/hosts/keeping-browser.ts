import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'

/** Launches a browser that allows storage in cross-site frames: a preference, so it needs its own profile. */
export async function openKeepingBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'estante-profile-'))
  await mkdir(join(profile, 'Default'))
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, config.use?.launchOptions)
  return {
    newPage: () => context.newPage(),
    async close() {
      await context.close()
      await rm(profile, { recursive: true })
    },
  }
}
