import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** Rules about colours. The others give the same result in both colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Rules whose faults are never serious. */
const NEVER_SERIOUS = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'hidden-content',
  'html-xml-lang-mismatch',
  'identical-links-same-purpose',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'meta-viewport',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]
const disabled = NEVER_SERIOUS.map((id) => [id, { enabled: false }])
const RULES = { ...Object.fromEntries(disabled), 'label-content-name-mismatch': { enabled: true } }

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Fails the test at its end if axe finds serious problems on the screen. */
export async function expectNoSeriousFaults(page: Page, screen: string): Promise<void> {
  expect.soft(await seriousFaults(page), screen).toEqual([])
}

/** Like `expectNoSeriousFaults`, of another theme of a screen whose colours are the same in light and dark mode. */
export async function expectReadableColours(page: Page, screen: string): Promise<void> {
  expect.soft(await faultsIn(page, 'light', { runOnly: COLOUR_RULES }), screen).toEqual([])
}

/**
 * Runs axe in light and dark mode. Returns serious and critical problems, one line each, with their location. Leaves
 * the page light. Skips frames: chapters run no scripts, not even axe's.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const dark = await faultsIn(page, 'dark', { runOnly: COLOUR_RULES })
  const light = await faultsIn(page, 'light', { rules: RULES })
  return [...light, ...dark]
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', which: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  const faults = await page.evaluate(
    async (options) => {
      // The colour scheme changes with the next frame; wait for colour transitions too, which axe would misjudge.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.all(transitions.map(({ finished }) => finished.catch(() => {})))
      // Content under a modal dialog is inert, and was checked before.
      const [dialog] = document.querySelectorAll('dialog:modal')
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(dialog ?? document, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
    },
    { ...which, iframes: false, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return faults.map((fault) => `${colorScheme}: ${fault}`)
}
