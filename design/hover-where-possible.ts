import type { Plugin, Rule } from 'postcss'

/**
 * Applies rules for `:hover` only on devices that can hover: after a touch, engines match it until the next one. Other
 * selectors of such a rule apply everywhere, as written.
 */
export const hoverWherePossible: Plugin = {
  postcssPlugin: 'hover-where-possible',
  Once(root, { atRule }) {
    const rules: Rule[] = []
    root.walkRules(/:hover/, (rule) => void rules.push(rule))
    // Nested rules come after their parents.
    for (const rule of rules.reverse()) {
      const onHover = rule.selectors.filter((one) => one.includes(':hover'))
      const always = rule.selectors.filter((one) => !one.includes(':hover'))
      if (always.length > 0) rule.before(rule.clone({ selectors: always }))
      const media = atRule({ name: 'media', params: '(hover: hover)' })
      rule.before(media)
      rule.selectors = onHover
      media.append(rule)
    }
  },
}
