import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'

/** A browser whose owner lets frames of other sites keep what they like: a preference, so a profile of its own. */
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
