import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The rules that look at colours. What the others look at is the same in both colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails the test at its end when axe finds something serious on the screen. */
export async function expectNoSeriousFaults(page: Page, screen: string): Promise<void> {
  expect.soft(await seriousFaults(page), screen).toEqual([])
}

/**
 * Runs axe, light and dark. Answers what is serious or critical, each as a line that says where. Leaves the page light.
 * Frames are not looked into: a chapter runs no script, not even axe's.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const dark = await faultsIn(page, 'dark', { runOnly: COLOUR_RULES })
  const light = await faultsIn(page, 'light', { rules: { 'label-content-name-mismatch': { enabled: true } } })
  return [...light, ...dark]
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark', which: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const faults = await page.evaluate(
    async (options) => {
      // The page hears of the colour scheme with its next frame. A colour on its way to another is neither.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.all(transitions.map(({ finished }) => finished.catch(() => {})))
      // What lies under a modal dialog is inert, and was looked at by itself.
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
